package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The ways in which the library's functions are called: statuses, buffers that grow, lists. */
final class Calls {
    private Calls() {}

    /** The status, where it is none of an error. On the thread that made the call, before any other call. */
    static int check(int status) {
        if (status < 0) throw TallyException.of(status, lastMessage(status));
        return status;
    }

    static String lastMessage(int status) {
        byte[] buffer = new byte[1024];
        long[] length = {0};
        Functions.tally_error_message(buffer, buffer.length, length);
        return length[0] == 0 ? Functions.tally_status_message(status) : utf8(buffer, length[0]);
    }

    static String utf8(byte[] bytes, long length) {
        return new String(bytes, 0, (int) length, StandardCharsets.UTF_8);
    }

    /** A text for C, where a NUL would end it, and as UTF-8: half of a surrogate pair becomes "?". */
    static String text(String text) {
        for (int at = 0; text != null && at < text.length(); at++) {
            char unit = text.charAt(at);
            if (unit == '\0') throw TallyException.of(Status.ARGUMENT, "a text must not contain U+0000");
            if (!Character.isSurrogate(unit)) continue;
            if (!Character.isSupplementaryCodePoint(text.codePointAt(at))) {
                throw TallyException.of(Status.ARGUMENT, "a text has half of a surrogate pair, at " + at);
            }
            at++;
        }
        return text;
    }

    interface Filling {
        int call(byte[] buffer, long capacity, long[] outSize);
    }

    /** Bytes going out, into a buffer that is made larger until they fit. */
    static byte[] bytes(Filling filling) {
        byte[] buffer = new byte[1024];
        long[] size = {0};
        while (true) {
            int status = filling.call(buffer, buffer.length, size);
            if (status != Raw.TALLY_ERROR_BUFFER_TOO_SMALL) {
                check(status);
                return java.util.Arrays.copyOf(buffer, (int) size[0]);
            }
            buffer = new byte[Math.toIntExact(Math.max(size[0] + 1, buffer.length * 2L))];
        }
    }

    static String string(Filling filling) {
        byte[] bytes = bytes(filling);
        return utf8(bytes, bytes.length);
    }

    interface Reading<T> {
        T read(Pointer at, byte[] text);
    }

    interface Listing {
        int call(Pointer rows);
    }

    /** A tally_rows, its buffers, and what the last call has written to them. */
    static final class Rows<T> {
        private final int size;
        private final Reading<T> reading;
        private final Memory rows = sized(Raw.TALLY_ROWS_SIZE);
        private Memory entries;
        private Memory text;
        long capacity;
        long textCapacity;
        long count;
        long textSize;

        Rows(int size, Reading<T> reading, long capacity, long textCapacity) {
            this.size = size;
            this.reading = reading;
            grow(capacity, textCapacity);
        }

        void grow(long newCapacity, long newTextCapacity) {
            capacity = newCapacity;
            textCapacity = newTextCapacity;
            entries = new Memory(Math.max(1, capacity) * size);
            text = new Memory(Math.max(1, textCapacity));
        }

        /** The status. */
        int fill(Listing listing) {
            rows.setInt(Raw.TALLY_ROWS_ENTRY_SIZE, size);
            rows.setPointer(Raw.TALLY_ROWS_ENTRIES, entries);
            rows.setLong(Raw.TALLY_ROWS_CAPACITY, capacity);
            rows.setPointer(Raw.TALLY_ROWS_TEXT, text);
            rows.setLong(Raw.TALLY_ROWS_TEXT_CAPACITY, textCapacity);
            int status = listing.call(rows);
            count = rows.getLong(Raw.TALLY_ROWS_COUNT);
            textSize = rows.getLong(Raw.TALLY_ROWS_TEXT_SIZE);
            return status;
        }

        /** The text that continues the list, or null. It is among the texts. */
        String next() {
            Pointer next = rows.getPointer(Raw.TALLY_ROWS_NEXT);
            if (next == null) return null;
            return text.getString(Pointer.nativeValue(next) - Pointer.nativeValue(text), "UTF-8");
        }

        List<T> read() {
            return Calls.read(entries, (int) count, size, reading, text.getByteArray(0, (int) textSize));
        }
    }

    /** The limit of a list that is returned as a whole. */
    static final int ALL = Integer.MAX_VALUE;

    /**
     * A list going out, of one moment: repeats the call with more room until there are `limit` rows, or all.
     * `isWhole` false: the rows of one call are enough, because the call has consequences.
     */
    static <T> Page<T> list(int limit, boolean isWhole, int size, Reading<T> reading, Listing listing) {
        if (limit < 0) throw TallyException.of(Status.ARGUMENT, "a limit below 0");
        Rows<T> rows = new Rows<>(size, reading, Math.min(limit, 64), 8192);
        while (true) {
            int status = rows.fill(listing);
            boolean isCut = isWhole && status == Raw.TALLY_MORE && rows.count < limit;
            if (limit == 0 || status != Raw.TALLY_ERROR_BUFFER_TOO_SMALL && !isCut) {
                boolean hasMore = check(status) == Raw.TALLY_MORE;
                return new Page<>(rows.read(), hasMore, rows.next());
            }
            long factor = Math.max(2, Math.min(8, limit / Math.max(1, rows.count)));
            rows.grow(Math.min(limit, Math.max(rows.capacity * factor, rows.count)),
                Math.max(rows.textCapacity * factor, rows.textSize));
        }
    }

    static <T> List<T> read(Pointer entries, int count, int size, Reading<T> reading, byte[] text) {
        List<T> result = new ArrayList<>(count);
        for (int index = 0; index < count; index++) result.add(reading.read(entries.share((long) index * size), text));
        return result;
    }

    /** The name of a tally_account_entry. */
    static String readName(Pointer at, byte[] text) {
        return Raw.textIn(text, at.getInt(Raw.TALLY_ACCOUNT_ENTRY_NAME), at.getInt(Raw.TALLY_ACCOUNT_ENTRY_NAME + 4));
    }

    /** Memory of a structure that begins with its size. */
    static Memory sized(int size) {
        Memory memory = new Memory(size);
        memory.clear();
        memory.setInt(0, size);
        return memory;
    }
}
