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
        if (status < 0) throw new TallyException(status, lastMessage(status));
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
            if (unit == '\0') throw new TallyException(Raw.TALLY_ERROR_ARGUMENT, "a text must not contain U+0000");
            if (!Character.isSurrogate(unit)) continue;
            if (!Character.isSupplementaryCodePoint(text.codePointAt(at))) {
                throw new TallyException(Raw.TALLY_ERROR_ARGUMENT, "a text has half of a surrogate pair, at " + at);
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
        int call(Pointer entries, long capacity, byte[] text, long textCapacity, long[] outCount, long[] outTextSize);
    }

    /** A list going out, into memory that is made larger until it fits. */
    static <T> Page<T> list(int size, Reading<T> reading, Listing listing) {
        long capacity = 32;
        byte[] text = new byte[2048];
        long[] count = {0};
        long[] textSize = {0};
        while (true) {
            Memory entries = new Memory(capacity * size);
            count[0] = textSize[0] = 0;
            int status = listing.call(entries, capacity, text, text.length, count, textSize);
            if (status != Raw.TALLY_ERROR_BUFFER_TOO_SMALL) {
                check(status);
                return new Page<>(read(entries, (int) count[0], size, reading, text), status == Raw.TALLY_MORE);
            }
            // A function that does not say how much it needs gets twice as much.
            boolean told = count[0] > capacity || textSize[0] > text.length;
            capacity = told ? Math.max(count[0], capacity) : capacity * 2;
            text = new byte[Math.toIntExact(told ? Math.max(textSize[0], text.length) : text.length * 2L)];
        }
    }

    static <T> List<T> read(Pointer entries, int count, int size, Reading<T> reading, byte[] text) {
        List<T> result = new ArrayList<>(count);
        for (int index = 0; index < count; index++) result.add(reading.read(entries.share((long) index * size), text));
        return result;
    }

    static String readText(Pointer at, byte[] text) {
        return Raw.textIn(text, at.getInt(0), at.getInt(4));
    }

    /** Memory of a structure that begins with its size. */
    static Memory sized(int size) {
        Memory memory = new Memory(size);
        memory.clear();
        memory.setInt(0, size);
        return memory;
    }
}
