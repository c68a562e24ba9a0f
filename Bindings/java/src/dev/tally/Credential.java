// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** A credential for a server: up to 16,384 bytes for each string, without control characters. */
public final class Credential {
    static final int SIZE = 40;

    int flags, kind;
    String name, secret, format;

    /** All defaults. */
    public Credential() {}

    /**
     * It may also be sent over http: to another machine, where others can read it.
     *
     * @param value whether it applies
     * @return this
     */
    public Credential plain(boolean value) {
        flags = Codes.with(flags, Raw.TALLY_CREDENTIAL_FLAG_PLAIN, value);
        return this;
    }

    /**
     * Where the request has it.
     *
     * @param value the value
     * @return this
     */
    public Credential kind(CredentialKind value) {
        kind = Codes.number(value);
        return this;
    }

    /**
     * BASIC, HEADER, QUERY; otherwise null.
     *
     * @param value the value
     * @return this
     */
    public Credential name(String value) {
        name = value;
        return this;
    }

    /**
     * The secret.
     *
     * @param value the value
     * @return this
     */
    public Credential secret(String value) {
        secret = value;
        return this;
    }

    /**
     * HEADER: the value, in which {token} stands for the secret. null: the secret alone.
     *
     * @param value the value
     * @return this
     */
    public Credential format(String value) {
        format = value;
        return this;
    }

    /** The options without the secret, so that no log has it. */
    @Override
    public String toString() {
        return "Credential[kind=" + (kind == 0 ? null : CredentialKind.of(kind))
            + ", name=" + name
            + ", secret=" + (secret == null ? "null" : "…")
            + ", format=" + format + "]";
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(40);
        memory.setInt(0, 40);
        memory.setInt(4, flags);
        memory.setInt(8, kind);
        memory.setPointer(16, memory.string(name));
        memory.setPointer(24, memory.string(secret));
        memory.setPointer(32, memory.string(format));
        return memory;
    }
}
