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

        /// <summary>
        /// Lists the nodes of a snapshot that own a badge, a mute or a snooze, sorted by the bytes of their paths.
        /// No engine is needed.
        /// </summary>
        /// <remarks>
        /// <para>A badge that has ended is listed too.</para>
        /// <para>Cost: O(nodes of the snapshot), with little work for those that are not listed.</para>
        /// </remarks>
        /// <param name="path">Relative to the top of the snapshot; <c>root</c>, "" or null: the top.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>.</exception>
        public IEnumerable<SnapshotEntry> List(string path = "root", bool subtree = false)
        {
            return Lists.All(after => ListPage(path, subtree, after: after));
        }

        /// <summary>Returns a page of <c>List</c>.</summary>
        /// <param name="path">Relative to the top of the snapshot; <c>root</c>, "" or null: the top.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>.</exception>
        public Page<SnapshotEntry> ListPage(string path = "root", bool subtree = false, string after = null,
            int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) => Native.tally_snapshot_list(Handle,
                Text.Utf8(path), (subtree ? 1u : 0u), from, ref rows), (NativeSnapshotEntry at, byte[] text) =>
                new SnapshotEntry(at, text));
        }
    }
}
