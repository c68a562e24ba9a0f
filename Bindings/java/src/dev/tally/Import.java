package dev.tally;

import com.sun.jna.Memory;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * An account, or how far a source was applied, for {@link Engine#importAll}.
 *
 * @param account its name; null: a source
 * @param bytes from {@link Engine#exportAccount}, {@link Engine#exportSource} or {@link Account#exportAccount}
 */
public record Import(String account, byte[] bytes) {
    /** Imports as C has them, and the memory that they point to. */
    static final class Rows {
        final Raw.Block memory;
        final int count;
        private final List<Memory> copies = new ArrayList<>();

        Rows(List<Import> given) {
            List<Import> imports = List.copyOf(given);
            count = imports.size();
            memory = new Raw.Block(Math.max(1, count) * (long) Raw.TALLY_IMPORT_SIZE);
            for (int index = 0; index < count; index++) {
                Import one = imports.get(index);
                long start = (long) index * Raw.TALLY_IMPORT_SIZE;
                Memory copy = new Memory(Math.max(1, one.bytes.length));
                copy.write(0, one.bytes, 0, one.bytes.length);
                copies.add(copy);
                memory.setPointer(start + Raw.TALLY_IMPORT_ACCOUNT, memory.string(one.account));
                memory.setPointer(start + Raw.TALLY_IMPORT_BYTES, copy);
                memory.setLong(start + Raw.TALLY_IMPORT_LENGTH, one.bytes.length);
            }
        }

        /** The statuses that the library has written. The memory that it reads lives at least until this is called. */
        List<Status> statuses() {
            Reference.reachabilityFence(copies);
            return Calls.read(memory, count, Raw.TALLY_IMPORT_SIZE,
                (at, text) -> Status.of(at.getInt(Raw.TALLY_IMPORT_STATUS)), null);
        }
    }
}
