using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;

namespace Tally.Tests
{
    /// <summary>The declarations are those of the header.</summary>
    internal sealed class LayoutTests
    {
        private static readonly string Header = File.ReadAllText(Environment.GetEnvironmentVariable("TALLY_HEADER"));
        private static readonly Type[] Structures = typeof(Engine).Assembly.GetTypes().Where(
            type => type.IsValueType && type.Name.StartsWith("Native", StringComparison.Ordinal)).ToArray();

        [Test]
        internal void EveryFunctionOfTheHeaderIsDeclared()
        {
            string[] declared = typeof(Engine).Assembly.GetType("Tally.Native").GetMethods(
                BindingFlags.Static | BindingFlags.NonPublic).Select(each => each.Name).ToArray();
            string[] wanted = Regex.Matches(Header, @"^TALLY_(?:API|CHECKED) [\w *]*?\b(tally_\w+)\(", RegexOptions.Multiline)
                .Cast<Match>().Select(each => each.Groups[1].Value)
                .Where(name => !name.StartsWith("tally_trace_", StringComparison.Ordinal)).ToArray();
            Check.True(wanted.Length > 100, "the header has functions");
            Check.Same("", string.Join(" ", wanted.Except(declared)));
        }

        /// <summary>A C compiler prints the size of each structure, and the place of each member.</summary>
        [Test]
        internal void StructuresAreThoseOfC()
        {
            Check.True(Structures.Length > 30, "there are structures");
            string folder = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())).FullName;
            string source = Path.Combine(folder, "layout.c"), program = Path.Combine(folder, "layout");
            try
            {
                IEnumerable<string> lines = Structures.SelectMany(type => Members(type).Select(name =>
                    $"printf(\"{type.Name} {name} %zu\\n\", offsetof({InC(type)}, {name}));").Concat(new[]
                    { $"printf(\"{type.Name} size %zu\\n\", sizeof({InC(type)}));" }));
                File.WriteAllText(source, "#include <stddef.h>\n#include <stdio.h>\n#include <tally.h>\n" +
                    $"int main(void) {{\n{string.Join("\n", lines)}\nreturn 0; }}\n");
                string include = Path.GetDirectoryName(Environment.GetEnvironmentVariable("TALLY_HEADER"));
                Output(Environment.GetEnvironmentVariable("CC"), $"-I{include} {source} -o {program}");
                IEnumerable<string> here = Structures.SelectMany(type => Members(type).Select(name =>
                    $"{type.Name} {name} {Marshal.OffsetOf(type, name)}").Concat(new[]
                    { $"{type.Name} size {Marshal.SizeOf(type)}" }));
                Check.Same(Output(program, ""), string.Concat(here.Select(line => line + "\n")));
            }
            finally
            {
                Directory.Delete(folder, true);
            }
        }

        private static IEnumerable<string> Members(Type type)
        {
            return type.GetFields().Select(field => field.Name).Where(
                name => !name.StartsWith("reserved", StringComparison.Ordinal));
        }

        private static string InC(Type type)
        {
            return "tally" + Regex.Replace(type.Name.Substring("Native".Length), "([A-Z])", "_$1").ToLowerInvariant();
        }

        private static string Output(string program, string arguments)
        {
            using (Process process = Process.Start(new ProcessStartInfo(program, arguments)
            { UseShellExecute = false, RedirectStandardOutput = true }))
            {
                string printed = process.StandardOutput.ReadToEnd();
                process.WaitForExit();
                Check.Same(0, process.ExitCode);
                return printed;
            }
        }

        [Test]
        internal void NoTypeOfCIsPublic()
        {
            Type[] shown = typeof(Engine).Assembly.GetExportedTypes();
            Check.True(shown.Length > 50, "there are public types");
            Check.Same("", string.Join(" ", shown.Where(type => type.Name.StartsWith("Native", StringComparison.Ordinal)
                || typeof(SafeHandle).IsAssignableFrom(type)).Select(type => type.Name)));
        }

        /// <summary>A record cannot be changed, and no text of it or of options has a secret.</summary>
        [Test]
        internal void RecordsAreReadOnlyAndSecretsAreNotPrinted()
        {
            foreach (Type record in new[] { typeof(Badge), typeof(Message), typeof(TallyEvent), typeof(Request) })
            {
                Check.True(record.IsSealed && record.GetProperties().All(each => !each.CanWrite), record.Name);
                Check.Same(0, record.GetConstructors().Length);
            }
            var credential = new Credential { Kind = CredentialKind.Bearer, Secret = "hunter2" };
            Check.True(!credential.ToString().Contains("hunter2"), "the secret is printed");
        }
    }
}
