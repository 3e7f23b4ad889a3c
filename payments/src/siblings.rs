//! Positions of elements among their siblings of the same name.

use crate::message::{Node, NodeOrdinal};
use crate::profile::Symbol;

/// The siblings of one name below one open parent.
struct Siblings {
    parent: Option<NodeOrdinal>,
    first: NodeOrdinal,
    count: u32,
}

/// The siblings below the open elements, by name. Below one open element there is one entry for a name;
/// entries of closed parents are dropped when the name comes again, so that each is visited once.
#[derive(Default)]
pub(crate) struct Positions {
    by_name: Vec<Vec<Siblings>>,
}

impl Positions {
    /// Sets the position of a node that is about to be added to the others. The open elements are given
    /// from the root to the parent.
    pub(crate) fn place(&mut self, node: &mut Node, open: &[NodeOrdinal], nodes: &mut [Node]) {
        let Symbol(name) = node.name;
        let name = name as usize;
        if self.by_name.len() <= name {
            self.by_name.resize_with(name + 1, Vec::new);
        }
        let known = &mut self.by_name[name];
        // Open elements are in the order of their numbers.
        let is_closed = |parent: Option<NodeOrdinal>| {
            parent.is_some_and(|parent| open.binary_search_by_key(&parent.0, |n| n.0).is_err())
        };
        while known.last().is_some_and(|siblings| is_closed(siblings.parent)) {
            known.pop();
        }
        match known.last_mut().filter(|siblings| siblings.parent == node.parent) {
            Some(siblings) => {
                siblings.count += 1;
                node.position = siblings.count;
                nodes[siblings.first.0 as usize].position = 1;
            }
            None => {
                let first = NodeOrdinal(u32::try_from(nodes.len()).unwrap_or(u32::MAX));
                known.push(Siblings { parent: node.parent, first, count: 1 });
            }
        }
    }
}
