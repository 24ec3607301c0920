//! The metaposition player: shakmaty judges every transition, and the player has to win.

mod player;
mod transitions;
