using System;
using System.IO;
using System.Linq;

namespace Tally.Tests
{
    internal sealed class ConformanceTests
    {
        [Test]
        internal void ReplaysAllData()
        {
            string data = Environment.GetEnvironmentVariable("TALLY_CONFORMANCE");
            string[] files = Directory.GetFiles(data, "*.jsonl").OrderBy(each => each, StringComparer.Ordinal).ToArray();
            int count = files.Sum(Replay.RunFile);
            Console.WriteLine($"{count} conformance cases replayed");
            Check.True(count > 0, "no case");
        }

        /// <summary>Wrong results are noticed.</summary>
        [Test]
        internal void ACaseThatIsWrongFails()
        {
            const string open = "{\"call\":\"account_open\",\"account\":\"a\"},{\"call\":\"badge_set\",\"account\":\"a\"," +
                "\"path\":\"root.x\",\"count\":1},";
            foreach (string step in new[]
            {
                "{\"call\":\"badge_nothing\",\"account\":\"a\"}",
                "{\"call\":\"badge_get\",\"account\":\"a\",\"path\":\"root\",\"out\":{\"count\":2}}",
                "{\"call\":\"badge_get\",\"account\":\"a\",\"path\":\"root\",\"out\":{\"nothing\":2}}",
                "{\"call\":\"badge_list\",\"account\":\"a\",\"path\":\"root\",\"out\":{\"entries\":[]}}",
                "{\"call\":\"badge_get\",\"account\":\"a\",\"path\":\"a..b\"}",
                "{\"call\":\"badge_clear\",\"account\":\"a\",\"path\":\"root\"}",
                "{\"call\":\"badge_set\",\"account\":\"a\",\"path\":\"a..b\",\"count\":1," +
                    "\"status\":\"TALLY_ERROR_PATH\",\"message\":\"no such words\"}",
            })
            {
                string test = "{\"case\":\"wrong\",\"steps\":[" + open + step + "]}";
                Check.Throws<ReplayException>(() => Replay.Run(Json.Parse(test)));
            }
        }
    }
}
