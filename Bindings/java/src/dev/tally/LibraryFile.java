package dev.tally;

import com.sun.jna.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The place of the library: the file that the environment variable TALLY_LIBRARY names, otherwise the one in this jar,
 * otherwise the one that the system has.
 *
 * <p>A jar that contains the library has it, and the libraries that it needs, in a folder for each platform. The file
 * {@code files} there lists them, the library first. They find each other in one folder, so all of them are extracted.
 */
final class LibraryFile {
    private LibraryFile() {}

    /** A name for NativeLibrary.getInstance. */
    static String find() {
        String chosen = System.getenv("TALLY_LIBRARY");
        if (chosen != null && !chosen.isEmpty()) return chosen;
        String folder = "native/" + Platform.RESOURCE_PREFIX + "/";
        try (InputStream list = LibraryFile.class.getResourceAsStream(folder + "files")) {
            if (list == null) return "tally";
            return extract(folder, new String(list.readAllBytes(), StandardCharsets.UTF_8).split("\n"));
        } catch (IOException error) {
            throw new UncheckedIOException("the library of Tally cannot be extracted from its jar", error);
        }
    }

    /** Only this user can read or write the folder. The files are deleted when the process ends in an orderly way. */
    private static String extract(String folder, String[] names) throws IOException {
        Path target = Files.createTempDirectory("tally-");
        target.toFile().deleteOnExit();
        List<Path> files = new ArrayList<>();
        for (String name : names) {
            Path file = target.resolve(name);
            file.toFile().deleteOnExit();
            try (InputStream bytes = LibraryFile.class.getResourceAsStream(folder + name)) {
                if (bytes == null) throw new IOException(folder + name + " is missing in the jar");
                Files.copy(bytes, file);
            }
            files.add(file);
        }
        return files.get(0).toString();
    }
}
