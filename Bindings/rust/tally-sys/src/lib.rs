//! The declarations of libtally as it is in C: constants, structures and functions of `tally.h`, which says what they
//! mean. The crate `tally` is what programs use.

#![allow(non_camel_case_types)]
// The documentation is that of C.
#![allow(clippy::all, rustdoc::all)]

#[rustfmt::skip]
mod declarations;

pub use declarations::*;

/// A structure of the library's whose first member is its size, all else 0.
///
/// # Safety
/// T is a structure of this crate, for which zeroes are a value, and begins with `struct_size`.
pub unsafe fn sized<T>() -> T {
    let mut result: T = std::mem::zeroed();
    *(&mut result as *mut T as *mut u32) = std::mem::size_of::<T>() as u32;
    result
}
