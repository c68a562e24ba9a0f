package dev.tally;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The numbers of enumerations and of flags. */
final class Codes {
    private Codes() {}

    /** The constant that has a number; otherwise `unknown`. */
    static <T extends Enum<T> & Coded> T find(Class<T> type, int value, T unknown) {
        for (T each : type.getEnumConstants()) if (each.value() == value) return each;
        return unknown;
    }

    /** The number of an option, of which null is the default. */
    static int number(Coded constant) {
        return constant == null ? 0 : constant.value();
    }

    /** The flags of a number. Bits of a newer library are left out. */
    static <T extends Enum<T> & Coded> Set<T> set(Class<T> type, int bits) {
        if (bits == 0) return Set.of();
        Set<T> result = EnumSet.noneOf(type);
        for (T each : type.getEnumConstants()) if ((bits & each.value()) != 0) result.add(each);
        return Collections.unmodifiableSet(result);
    }

    static int bits(Coded... flags) {
        int bits = 0;
        for (Coded each : flags) bits |= each.value();
        return bits;
    }

    /** The flags with one of them, or without it. */
    static int with(int flags, int flag, boolean isSet) {
        return isSet ? flags | flag : flags & ~flag;
    }
}
