using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;

namespace Tally.Tests
{
    /// <summary>A method that is a test.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class TestAttribute : Attribute { }

    /// <summary>A test has found something else than it should.</summary>
    internal sealed class FailureException : Exception
    {
        internal FailureException(string message) : base(message) { }
    }

    internal static class Check
    {
        internal static void Same<T>(T expected, T found)
        {
            if (!EqualityComparer<T>.Default.Equals(expected, found))
                throw new FailureException($"{found} instead of {expected}");
        }

        internal static void True(bool isTrue, string what)
        {
            if (!isTrue) throw new FailureException(what);
        }

        internal static T Throws<T>(Action body) where T : Exception
        {
            try
            {
                body();
            }
            catch (T thrown)
            {
                return thrown;
            }
            throw new FailureException($"no {typeof(T).Name}");
        }

        /// <summary>The body fails with this status.</summary>
        internal static TallyException Fails(Status status, Action body)
        {
            var thrown = Throws<TallyException>(body);
            Same(status, thrown.Status);
            return thrown;
        }
    }

    /// <summary>
    /// Runs the tests that the arguments name, "BindingTests" or "BindingTests.StylesKeepWhatIsGiven", and exits with 1
    /// if one fails.
    /// </summary>
    internal static class Runner
    {
        internal static readonly int HangSeconds =
            int.Parse(Environment.GetEnvironmentVariable("TALLY_HANG_SECONDS") ?? "300");

        private static int Main(string[] names)
        {
            var watch = Stopwatch.StartNew();
            int count = 0, failed = 0;
            foreach (string name in names)
            {
                string[] parts = name.Split('.');
                Type type = typeof(Runner).Assembly.GetType($"Tally.Tests.{parts[0]}", true);
                foreach (MethodInfo test in type.GetMethods(
                    BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic).Where(
                    each => each.GetCustomAttribute<TestAttribute>() != null && (parts.Length == 1 || each.Name == parts[1])))
                {
                    count++;
                    failed += Passes(type, test) ? 0 : 1;
                }
            }
            Console.WriteLine($"C#: {count - failed} passed, {failed} failed, in {watch.Elapsed.TotalSeconds:F1} s");
            return failed > 0 || count == 0 ? 1 : 0;
        }

        private static bool Passes(Type type, MethodInfo test)
        {
            try
            {
                test.Invoke(Activator.CreateInstance(type, true), null);
                return true;
            }
            catch (TargetInvocationException thrown)
            {
                Console.Error.WriteLine($"FAILED {type.Name}.{test.Name}: {thrown.InnerException}");
                return false;
            }
        }
    }
}
