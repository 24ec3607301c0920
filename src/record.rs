//! How an answer is written.
