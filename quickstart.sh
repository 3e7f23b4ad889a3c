#!/bin/sh
# Builds Tamis, makes a snapshot of 5,000 invented records and serves it. Needs nothing but cargo.
# Arguments are those of `tamis serve`, for example: ./quickstart.sh --listen 127.0.0.1:9090
# Snapshots that are in snapshots/ already are served as they are.
set -eu

cd "$(dirname "$0")"
command -v cargo >/dev/null || {
    echo "quickstart: cargo is missing; install Rust first (https://rustup.rs)" >&2
    exit 1
}

# Both in one go: apart, they would build the library twice.
cargo build --profile quick --locked --package tamis --package snapshot-builder --bins
programs=${CARGO_TARGET_DIR:-target}/quick
if [ ! -e snapshots/CURRENT ]; then
    "$programs/snapshot-builder" sample --records 5000 --seed 1 --out data/sample
    "$programs/snapshot-builder" build --sources data/sample --out snapshots
fi

address=${TAMIS_LISTEN:-127.0.0.1:8080}
before=
for argument in "$@"; do
    case $before in --listen) address=$argument ;; esac
    case $argument in --listen=*) address=${argument#--listen=} ;; esac
    before=$argument
done

cat <<END

Try it from another terminal, with a name as a customer might spell it:

  curl -s 'http://$address/api/match/default?limit=1' -H 'Content-Type: application/json' \\
    -d '{"schema": "Person", "properties": {"name": ["Dmitry Sergeyevich Zaitsev"]}}'

END
exec "$programs/tamis" serve --snapshots snapshots "$@"
