//! The limit per client address, over real connections.

use crate::support::process::Server;

#[test]
fn the_server_knows_the_address_of_each_connection() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--rate-limit", "1/h", "--rate-burst", "2"];
    let server = Server::start(folder.path(), &options);
    let statuses = [0; 3].map(|_| server.get("/nowhere").0);
    assert_eq!(statuses, [404, 404, 429]);
    assert_eq!(server.get("/livez").0, 200);
}
