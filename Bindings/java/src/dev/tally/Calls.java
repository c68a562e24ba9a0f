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
        return length[0] == 0 ? Functions.tally_status_message(status) : utf8(buffer, length[0]).replaceFirst(" NULL$", " null");
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

    /** A text into a buffer that is made larger until it fits. */
    static String string(Filling filling) {
        byte[] buffer = new byte[1024];
        long[] size = {0};
        while (true) {
            int status = filling.call(buffer, buffer.length, size);
            if (status != Raw.TALLY_ERROR_BUFFER_TOO_SMALL) {
                check(status);
                return utf8(buffer, size[0]);
            }
            buffer = new byte[Math.toIntExact(Math.max(size[0] + 1, buffer.length * 2L))];
        }
    }

    interface Giving {
        int call(Pointer bytes);
    }

    /** Bytes that the library has allocated. They are copied once, and released also if that fails. */
    static byte[] bytes(Giving giving) {
        Memory given = new Memory(Raw.TALLY_BYTES_SIZE);
        given.clear();
        try {
            check(giving.call(given));
            return Raw.bytesAt(given.getPointer(Raw.TALLY_BYTES_DATA), given.getLong(Raw.TALLY_BYTES_LENGTH));
        } finally {
            Functions.tally_bytes_release(given);
        }
    }

    /** A text that the library has allocated. */
    static String longString(Giving giving) {
        byte[] bytes = bytes(giving);
        return utf8(bytes, bytes.length);
    }

    interface Reading<T> {
        T read(Pointer at, byte[] text);
    }

    interface Listing {
        int call(Pointer rows);
    }

    /** A list that continues behind a text, or begins at null. */
    interface Continuing {
        int call(String from, Pointer rows);
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

        /** Makes room for what BUFFER_TOO_SMALL has said. */
        void grow() {
            grow(Math.max(capacity, count), Math.max(textCapacity, textSize));
        }

        /** The status of a call for at most so many rows. */
        int fill(long most, Listing listing) {
            rows.setInt(Raw.TALLY_ROWS_ENTRY_SIZE, size);
            rows.setPointer(Raw.TALLY_ROWS_ENTRIES, entries);
            rows.setLong(Raw.TALLY_ROWS_CAPACITY, Math.min(capacity, most));
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
    /** A call asks for so many rows, and for so many if the list has to be of one moment and was not. */
    static final int USUAL = 1000;
    static final int MOST = 10_000;

    /** A list that does not continue: all of it comes in one call. */
    static <T> Page<T> list(int limit, int size, Reading<T> reading, Listing listing) {
        return page(null, limit, size, reading, (from, rows) -> listing.call(rows));
    }

    /**
     * Rows of a list behind `after`, until there are `limit` of them, or all. Leased rows have no `next`: the rows of
     * one call are enough, because the call has consequences.
     */
    static <T> Page<T> page(String after, int limit, int size, Reading<T> reading, Continuing listing) {
        return page(after, limit, USUAL, size, reading, listing);
    }

    /** The same with room for `most` rows. */
    static <T> Page<T> page(String after, int limit, int most, int size, Reading<T> reading, Continuing listing) {
        if (limit < 0) throw TallyException.of(Status.ARGUMENT, "a limit below 0");
        Rows<T> rows = new Rows<>(size, reading, Math.min(limit, most), Math.max(8192, Math.min(limit, most) * 64));
        List<T> found = new ArrayList<>();
        String from = text(after);
        while (true) {
            String last = from;
            int status = rows.fill(limit - found.size(), into -> listing.call(last, into));
            if (limit > 0 && status == Raw.TALLY_ERROR_BUFFER_TOO_SMALL) {
                rows.grow();
                continue;
            }
            boolean hasMore = check(status) == Raw.TALLY_MORE;
            found.addAll(rows.read());
            from = rows.next();
            if (!hasMore || from == null || found.size() >= limit) return new Page<>(found, hasMore, from);
        }
    }

    /** Leased rows, call by call. After an error the caller keeps those it has, and the next call throws the error. */
    static <T> Page<T> lease(int limit, int size, Reading<T> reading, Listing listing) {
        List<T> leased = new ArrayList<>();
        boolean hasMore = true;
        while (hasMore && (leased.isEmpty() || leased.size() < limit)) {
            try {
                Page<T> some = list(limit - leased.size(), size, reading, listing);
                leased.addAll(some);
                hasMore = some.hasMore();
            } catch (TallyException failed) {
                if (leased.isEmpty()) throw failed;
                break;
            }
        }
        return new Page<>(leased, hasMore, null);
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
