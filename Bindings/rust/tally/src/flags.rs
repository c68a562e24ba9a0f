//! Flags and enumerations are numbers of types of their own, so that those of one function are not passed to another
//! one.

/// A type of flags, by its constants.
macro_rules! flags {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $flag:ident = $constant:ident),* $(,)? }) => {
        $(#[$doc])*
        /// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $name(u32);

        impl $name {
            /// No flag.
            pub const NONE: $name = $name(0);
            $($(#[$each])* pub const $flag: $name = $name(sys::$constant);)*

            /// The flags with these bits of tally.h.
            pub const fn from_bits(bits: u32) -> $name {
                $name(bits)
            }

            /// The bits of tally.h.
            pub const fn bits(self) -> u32 {
                self.0
            }

            /// Whether all flags of `other` are set.
            pub const fn contains(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }
        }

        impl std::ops::BitOr for $name {
            type Output = $name;
            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }

        impl std::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: $name) {
                self.0 |= other.0;
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut rest = self.0;
                formatter.write_str(stringify!($name))?;
                formatter.write_str("(")?;
                let mut separator = "";
                for (name, bits) in [$((stringify!($flag), sys::$constant)),*] {
                    if bits != 0 && self.0 & bits == bits {
                        write!(formatter, "{separator}{name}")?;
                        separator = " | ";
                        rest &= !bits;
                    }
                }
                if rest != 0 || self.0 == 0 {
                    write!(formatter, "{separator}{rest:#x}")?;
                }
                formatter.write_str(")")
            }
        }

        impl From<u32> for $name {
            fn from(bits: u32) -> $name {
                $name(bits)
            }
        }

        impl From<$name> for u32 {
            fn from(flags: $name) -> u32 {
                flags.0
            }
        }

        impl crate::times::Member<u32> for $name {
            fn of(raw: u32) -> $name {
                $name(raw)
            }
            fn raw(self) -> u32 {
                self.0
            }
        }
    };
}

/// A type of an enumeration, by its constants. It is a number, because a newer library may have more of them.
macro_rules! kinds {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $kind:ident = $constant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(clippy::exhaustive_structs)] // A number, and never more.
        pub struct $name(pub i32);

        impl $name {
            $($(#[$each])* pub const $kind: $name = $name(sys::$constant);)*
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match *self {
                    $($name::$kind => formatter.write_str(concat!(stringify!($name), "::", stringify!($kind))),)*
                    $name(number) => write!(formatter, "{}({number})", stringify!($name)),
                }
            }
        }

        impl From<i32> for $name {
            fn from(number: i32) -> $name {
                $name(number)
            }
        }

        impl From<$name> for i32 {
            fn from(kind: $name) -> i32 {
                kind.0
            }
        }

        impl crate::times::Member<i32> for $name {
            fn of(raw: i32) -> $name {
                $name(raw)
            }
            fn raw(self) -> i32 {
                self.0
            }
        }
    };
}
