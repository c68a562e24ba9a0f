//! Flags are numbers of types of their own, so that those of one function are not passed to another one.

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
    };
}
