//! The program from outside, and the map of the house against the house.

mod architecture;
mod attacks;
mod book;
mod checking;
mod lab;
mod life;
mod pages;
mod program;
mod second_hour;
mod statements;
