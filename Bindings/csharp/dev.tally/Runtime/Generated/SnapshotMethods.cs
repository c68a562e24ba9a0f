// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    public sealed partial class Snapshot
    {
        /// <summary>Decodes the bytes of a snapshot.</summary>
        /// <remarks>
        /// <para>Cost: O(size).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Malformed"/>.</exception>
        public static Snapshot Decode(byte[] content)
        {
            Calls.Check(Native.tally_snapshot_decode(content, Text.Size(content), out IntPtr made));
            return new Snapshot(made);
        }

        /// <summary>Returns the bytes of a snapshot.</summary>
        /// <remarks>
        /// <para>Cost: O(size).</para>
        /// </remarks>
        public byte[] Encode()
        {
            return Calls.Bytes((ref NativeBytes bytes) => Native.tally_snapshot_encode(Handle, ref bytes));
        }

        /// <summary>
        /// Returns the minimal patch from one snapshot to another. No engine is needed, and little memory.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(bytes), at the speed of comparing memory where they are equal.</para>
        /// </remarks>
        public byte[] Diff(Snapshot to)
        {
            return Calls.Bytes((ref NativeBytes bytes) => Native.tally_snapshot_diff(Handle, Calls.Given(to,
                nameof(to)).Handle, ref bytes));
        }

        /// <summary>Replaces the contents of <c>path</c> and its subtree with the snapshot.</summary>
        /// <param name="account">An account of the same engine.</param>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Conflict"/>, <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void Restore(Account account, string path = "root")
        {
            Calls.Check(Native.tally_snapshot_restore(Handle, Calls.Given(account, nameof(account)).Handle,
                Text.Utf8(path)));
        }
    }
}
