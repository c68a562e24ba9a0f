// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** A credential for a server: up to 16,384 bytes for each string, without control characters. */
public final class Credential {
    static final int SIZE = 40;

    public int flags, kind;
    public String name, secret, format;

    /** {@link Raw#TALLY_CREDENTIAL_FLAG_PLAIN}, or 0. */
    public Credential flags(int value) { flags = value; return this; }
    /**
     * {@link Raw#TALLY_CREDENTIAL_KIND_BEARER}, {@link Raw#TALLY_CREDENTIAL_KIND_BASIC}, {@link
     * Raw#TALLY_CREDENTIAL_KIND_HEADER}, {@link Raw#TALLY_CREDENTIAL_KIND_QUERY}.
     */
    public Credential kind(int value) { kind = value; return this; }
    /** BASIC, HEADER, QUERY; otherwise null. */
    public Credential name(String value) { name = value; return this; }
    public Credential secret(String value) { secret = value; return this; }
    /** HEADER: the value, in which {token} stands for the secret. null: the secret alone. */
    public Credential format(String value) { format = value; return this; }

    /** As C has it. */
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
