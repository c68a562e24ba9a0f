// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Kinds of files of translations. */
public enum StringsKind implements Coded {
    /** .xcstrings: JSON, with all languages. */
    CATALOG(1),
    /** .stringsdict: a property list (XML), of one language. */
    DICTIONARY(2),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    StringsKind(int value) {
        this.value = value;
    }

    static StringsKind of(int value) {
        return Codes.find(StringsKind.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}
