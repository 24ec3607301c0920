//! Plays endings against an opponent: by the exact table, or as a king that hides with the help of
//! the table.
//!
//! - [`attack`]: White led by the table; it sees no more than an attacker may.
//! - [`hiding`]: a black king without a fixed square.
//! - [`hunt`]: a running game, as the umpire's score sheet.
//! - [`conversation`]: the protocol, line by line. Start reading there; [`program_reply`] contains the
//!   program's answers.
//! - [`transcript`]: the game as a record in PGN.
//!
//! ```text
//! new [MEN]      another game                  -> ready Kc3 Ra1 kings 44 mate 27
//! board          what White knows              -> board Kc3 Ra1 kings e4,e5
//! undo           before the last word          -> ready ...
//! resign         the one who says it loses     -> over 0-1 white resigns moves 12
//! help, quit                                   -> help ... | bye
//!
//! The program attacks, somebody else is the umpire:
//! go             what White tries              -> try Ra1-h1 mate 27 | try Ra1-h1 chance 40/44 mate 30
//! no             the umpire's answer to it     -> try ...
//! yes [RF]       and Black has moved, too      -> try ...
//! mate [RF]      stalemate                     -> over 1-0 mate moves 27
//! taken a1 [RF]  made, and the king took       -> over 1/2-1/2 a1 taken moves 3
//!
//! --umpire: the program attacks and is the umpire:
//! king e5        at first: where it stands     -> white Ra1-h1 - mate 27 refused Kc3-d4
//! king e5        its move                      -> white ... | no | nonsense | over ... white Rh1-h8
//! board          White's move made, that king  -> board Kc3 Rh1 kings e4,e5 king e5
//!
//! --hide: the program hides the king and is the umpire:
//! try Ra1-h1     also a1h1 and Rh1             -> yes - | yes RF | no | nonsense | over ...
//! hint           what the table would try      -> hint Ra1-h1 mate 27
//! ```
//!
//! Every line is answered by one line; an impossible request is answered with `error` and a text,
//! and changes nothing. `chance 40/44 mate 30` means: the win is not certain, but if the king is on
//! one of 40 of the 44 squares, it is mated within 30 moves.

pub mod attack;
pub mod conversation;
pub mod hiding;
pub mod hunt;
pub mod program_reply;
pub mod transcript;
