package dev.tally;

import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.Test;

public class ConformanceTest {
    @Test
    public void replaysAllData() throws Exception {
        Path data = Path.of(System.getenv("TALLY_CONFORMANCE"));
        int count = 0;
        List<Path> files;
        try (var found = Files.list(data)) {
            files = found.filter(path -> path.toString().endsWith(".jsonl")).sorted().toList();
        }
        for (Path file : files) count += Replay.file(file);
        System.out.println(count + " conformance cases replayed");
        assertTrue(count > 0);
    }

    /** Wrong results are noticed. */
    @Test
    public void aCaseThatIsWrongFails() {
        String open = "{\"call\":\"account_open\",\"account\":\"a\"},{\"call\":\"badge_set\",\"account\":\"a\","
            + "\"path\":\"root.x\",\"count\":1},";
        for (String step : List.of("{\"call\":\"badge_nothing\",\"account\":\"a\"}", "{\"call\":\"nothing\"}",
            "{\"call\":\"badge_get\",\"account\":\"a\",\"path\":\"root\",\"out\":{\"count\":2}}",
            "{\"call\":\"badge_list\",\"account\":\"a\",\"path\":\"root\",\"out\":{\"entries\":[]}}",
            "{\"call\":\"badge_get\",\"account\":\"a\",\"path\":\"a..b\"}",
            "{\"call\":\"badge_clear\",\"account\":\"a\",\"path\":\"root\"}",
            "{\"call\":\"badge_set\",\"account\":\"a\",\"path\":\"a..b\",\"count\":1,\"status\":\"TALLY_ERROR_PATH\","
                + "\"message\":\"no such words\"}")) {
            String test = "{\"case\":\"wrong\",\"steps\":[" + open + step + "]}";
            assertThrows(step, AssertionError.class, () -> Replay.run(JsonParser.parseString(test).getAsJsonObject()));
        }
    }
}
