using System;
using System.Runtime.InteropServices;

namespace Tally
{
    /// <summary>
    /// The signals by which Mono, and the collector of Unity, stop a thread. The library's thread blocks all
    /// signals that it does not need. A runtime that has called C# there would wait for that thread for ever at its
    /// next collection. This cannot help if a collection begins in the moment in which the runtime first sees the
    /// thread. Only the library can prevent that: it must not block these signals.
    /// </summary>
    internal static class Signals
    {
        private const int Unblock = 1;       // SIG_UNBLOCK of Linux.
        private const int CpuTime = 24;      // SIGXCPU
        private const int Power = 30;        // SIGPWR
        private const int FirstOfTime = 34;  // SIGRTMIN
        private const int Last = 64;

        private static readonly byte[] Stopping = new byte[128];
        private static readonly bool IsNeeded = Prepare();

        [DllImport("libc")]
        private static extern int pthread_sigmask(int how, byte[] set, IntPtr before);

        /// <summary>
        /// Lets the runtime stop this thread. A function that C calls on a thread of the library's does this first.
        /// Before it, an allocation could wait for a collection that waits for this thread.
        /// </summary>
        internal static void Admit()
        {
            if (IsNeeded) pthread_sigmask(Unblock, Stopping, IntPtr.Zero);
        }

        /// <summary>The first call compiles what the later ones need, on a thread of the host's.</summary>
        private static bool Prepare()
        {
            if (!RuntimeInformation.IsOSPlatform(OSPlatform.Linux)) return false;
            try
            {
                pthread_sigmask(Unblock, Stopping, IntPtr.Zero);
            }
            catch (Exception missing) when (missing is DllNotFoundException || missing is EntryPointNotFoundException)
            {
                return false;
            }
            Add(CpuTime);
            Add(Power);
            for (int signal = FirstOfTime; signal <= Last; signal++) Add(signal);
            return true;
        }

        private static void Add(int signal)
        {
            Stopping[(signal - 1) / 8] |= (byte)(1 << ((signal - 1) % 8));
        }
    }
}
