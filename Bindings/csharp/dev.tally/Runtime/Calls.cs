using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Tally
{
    internal static partial class Native
    {
        /// <summary>The name by which the runtime finds the library. iOS has it in the program itself.</summary>
#if UNITY_IOS && !UNITY_EDITOR
        internal const string Library = "__Internal";
#else
        internal const string Library = "tally";
#endif
    }

    /// <summary>The ways in which the library's functions are called: statuses, and buffers that grow.</summary>
    internal static class Calls
    {
        internal delegate int Filling(byte[] buffer, UIntPtr capacity, out UIntPtr size);

        /// <summary>Throws if the status is an error: on the thread of the call, and before any other call.</summary>
        internal static Status Check(int status)
        {
            if (status < 0) throw new TallyException((Status)status, LastMessage(status));
            return (Status)status;
        }

        internal static string LastMessage(int status)
        {
            var buffer = new byte[1024];
            int read = Native.tally_error_message(buffer, (UIntPtr)buffer.Length, out UIntPtr length);
            if (read < 0 || length == UIntPtr.Zero) return Text.Of(Native.tally_status_message(status));
            string message = Encoding.UTF8.GetString(buffer, 0, (int)length);
            return message.EndsWith(" NULL", StringComparison.Ordinal)
                ? message.Substring(0, message.Length - "NULL".Length) + "null"
                : message;
        }

        /// <summary>A text that comes out, into a buffer that grows until it fits.</summary>
        internal static string String(Filling fill)
        {
            var buffer = new byte[1024];
            while (true)
            {
                int status = fill(buffer, (UIntPtr)buffer.Length, out UIntPtr size);
                if (status != (int)Status.BufferTooSmall)
                {
                    Check(status);
                    return Encoding.UTF8.GetString(buffer, 0, (int)size);
                }
                buffer = new byte[checked((int)Math.Max((ulong)size + 1, (ulong)buffer.Length * 2))];
            }
        }

        internal delegate int Giving(ref NativeBytes bytes);

        /// <summary>
        /// Bytes that the library has allocated. They are copied once, and released also if that fails.
        /// </summary>
        internal static byte[] Bytes(Giving give)
        {
            var given = new NativeBytes();
            try
            {
                Check(give(ref given));
                return Text.Bytes(given.data, given.size);
            }
            finally
            {
                Native.tally_bytes_release(ref given);
            }
        }

        /// <summary>A text that the library has allocated.</summary>
        internal static string LongString(Giving give) => Encoding.UTF8.GetString(Bytes(give));

        /// <summary>A badge in words: "dot", its number, or "nothing".</summary>
        internal static string InWords(BadgeKind kind, ulong count)
        {
            return kind == BadgeKind.None ? "nothing" : kind == BadgeKind.Dot ? "dot" :
                count.ToString(System.Globalization.CultureInfo.InvariantCulture);
        }

        /// <summary>An object of the binding that a caller must give.</summary>
        internal static T Given<T>(T value, string name) where T : class
        {
            return value ?? throw new ArgumentNullException(name);
        }
    }

    /// <summary>
    /// Texts, by hand, because not every runtime marshals UTF-8: a string goes to C as bytes that a NUL ends.
    /// </summary>
    internal static class Text
    {
        private static readonly Encoding Strict = new UTF8Encoding(false, true);

        /// <summary>A NUL would end the text, and half of a surrogate pair would become another character.</summary>
        internal static byte[] Utf8(string text)
        {
            if (text == null) return null;
            if (text.IndexOf('\0') >= 0) throw new TallyException(Status.Argument, "a text must not contain U+0000");
            try
            {
                var bytes = new byte[Strict.GetByteCount(text) + 1];
                Strict.GetBytes(text, 0, text.Length, bytes, 0);
                return bytes;
            }
            catch (EncoderFallbackException)
            {
                throw new TallyException(Status.Argument, "a text has half of a surrogate pair");
            }
        }

        internal static UIntPtr Size(byte[] bytes) => bytes == null ? UIntPtr.Zero : (UIntPtr)bytes.Length;

        internal static UIntPtr Size(long[] keys) => keys == null ? UIntPtr.Zero : (UIntPtr)keys.Length;

        /// <summary>A text of a row.</summary>
        internal static string Of(NativeText at, byte[] text)
        {
            return at.length == 0 ? "" : Encoding.UTF8.GetString(text, (int)at.offset, (int)at.length);
        }

        /// <summary>A text that a NUL ends; null where there is none.</summary>
        internal static string Of(IntPtr at)
        {
            if (at == IntPtr.Zero) return null;
            int length = 0;
            while (Marshal.ReadByte(at, length) != 0) length++;
            return Encoding.UTF8.GetString(Bytes(at, (UIntPtr)length));
        }

        internal static byte[] Bytes(IntPtr at, UIntPtr size)
        {
            var bytes = new byte[at == IntPtr.Zero ? 0 : checked((int)size)];
            if (bytes.Length > 0) Marshal.Copy(at, bytes, 0, bytes.Length);
            return bytes;
        }
    }

    /// <summary>Times and durations, which are milliseconds in C.</summary>
    internal static class Times
    {
        private const long Latest = 253402300799999; // The last millisecond of a DateTimeOffset.
        private const long Earliest = -62135596800000;

        /// <summary>0 for no time.</summary>
        internal static long Milliseconds(DateTimeOffset? time) => time?.ToUnixTimeMilliseconds() ?? 0;

        /// <summary>
        /// A fraction of a millisecond counts as a whole one, because 0 often means something else.
        /// </summary>
        internal static long Milliseconds(TimeSpan span)
        {
            long whole = span.Ticks / TimeSpan.TicksPerMillisecond;
            return whole + Math.Sign(span.Ticks % TimeSpan.TicksPerMillisecond);
        }

        internal static long Milliseconds(TimeSpan? span, long none) => span == null ? none : Milliseconds(span.Value);

        internal static int Seconds(TimeSpan span) => checked((int)(span.Ticks / TimeSpan.TicksPerSecond));

        /// <summary>A time that the type cannot have becomes its nearest one.</summary>
        internal static DateTimeOffset? Moment(long milliseconds)
        {
            if (milliseconds == 0) return null;
            return DateTimeOffset.FromUnixTimeMilliseconds(Math.Min(Latest, Math.Max(Earliest, milliseconds)));
        }

        internal static TimeSpan Span(long milliseconds)
        {
            const long most = long.MaxValue / TimeSpan.TicksPerMillisecond;
            return new TimeSpan(Math.Min(most, Math.Max(-most, milliseconds)) * TimeSpan.TicksPerMillisecond);
        }
    }
}
