// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The place of a credential in a request. */
public enum CredentialKind implements Coded {
    /** {@code Authorization: Bearer SECRET} (RFC 6750). */
    BEARER(1),
    /** {@code Authorization: Basic …} (RFC 7617): name is the user, secret the password. */
    BASIC(2),
    /** The header {@code name}. */
    HEADER(3),
    /** The parameter {@code name} of the URL. */
    QUERY(4),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    CredentialKind(int value) {
        this.value = value;
    }

    static CredentialKind of(int value) {
        return Codes.find(CredentialKind.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}
