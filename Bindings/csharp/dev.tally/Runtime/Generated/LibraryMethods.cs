// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    public static partial class TallyLibrary
    {
        /// <summary>Saves the readable parts of a damaged file in a new one.</summary>
        /// <remarks>
        /// <para>Every page is read separately. Names, keys and revisions stay; the epoch changes. Impossible or
        /// contradictory rows are left out and counted. If anything was lost, feeds request everything from
        /// scratch.</para>
        /// <para>Cost: O(size of the file).</para>
        /// </remarks>
        /// <param name="damaged">Only read, as is its log; no engine may have it open.</param>
        /// <param name="fresh">Must not exist; appears when it is complete and verified.</param>
        /// <returns>The result.</returns>
        /// <exception cref="TallyException"><see cref="Status.Exists"/> (fresh, or <c>&lt;fresh&gt;.recovering</c>
        /// of a killed run), <see cref="Status.Conflict"/> (a log of an earlier file lies beside fresh), <see
        /// cref="Status.NotAStore"/>, <see cref="Status.Newer"/>, <see cref="Status.Locked"/>, <see
        /// cref="Status.Corrupt"/> (nothing can be read), <see cref="Status.Io"/>, <see cref="Status.Full"/>, <see
        /// cref="Status.ReadOnly"/>, <see cref="Status.Permission"/>.</exception>
        public static Recovery Recover(string damaged, string fresh)
        {
            var result = new NativeRecovery { struct_size = Memory.SizeOf<NativeRecovery>() };
            Calls.Check(Native.tally_file_recover(Text.Utf8(damaged), Text.Utf8(fresh), ref result));
            return new Recovery(result, null);
        }

        /// <summary>
        /// Rewrites a file without gaps, with checksums on every page. The call needs room for two more copies. If
        /// it fails, nothing is lost.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(size of the file).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Io"/> (also: there is no such file), <see
        /// cref="Status.Full"/>, <see cref="Status.Locked"/>, <see cref="Status.Corrupt"/>, <see
        /// cref="Status.NotAStore"/>, <see cref="Status.Newer"/>, <see cref="Status.ReadOnly"/>, <see
        /// cref="Status.Permission"/>.</exception>
        public static void Vacuum(string file)
        {
            Calls.Check(Native.tally_file_vacuum(Text.Utf8(file)));
        }

        /// <summary>Computes the partition of an account, for hosts that divide accounts among machines.</summary>
        /// <remarks>
        /// <para>The partition is FNV-1a (32 bits) of the name, modulo <c>partitions</c>: see docs/account-hash.md.
        /// The result is the same on every machine and in every version. No engine is needed.</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (an invalid name; partitions is
        /// 0).</exception>
        public static uint AccountHash(string name, uint partitions)
        {
            Calls.Check(Native.tally_account_hash(Text.Utf8(name), partitions, out uint partitionOut));
            return partitionOut;
        }

        /// <summary>Shows what a mapping makes of a response, as a page of the wire format.</summary>
        /// <remarks>
        /// <para>The function is for authors of mappings, and needs no engine. The page also has "rejected", an
        /// array of {"index", "reason"} of unusable elements; the index begins at 0. Items whose number the server
        /// keeps have "total" instead of "count". preset and mapping are as MappingPreset and mapping of
        /// FeedOptions; one is required.</para>
        /// <para>Cost: O(response, times texts of the mapping).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (also: an unknown preset), <see
        /// cref="Status.Malformed"/> (the mapping), <see cref="Status.Protocol"/> (the response).</exception>
        public static string TryMapping(byte[] body, string preset = null, string mapping = null)
        {
            return Calls.LongString((ref NativeBytes bytes) => Native.tally_mapping_try(Text.Utf8(preset),
                Text.Utf8(mapping), body, Text.Size(body), ref bytes));
        }

        /// <summary>Returns the patch that undoes a patch. No engine is needed.</summary>
        /// <remarks>
        /// <para>Cost: O(size).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Malformed"/>.</exception>
        public static byte[] Inverse(byte[] patch)
        {
            return Calls.Bytes((ref NativeBytes bytes) => Native.tally_patch_inverse(patch, Text.Size(patch),
                ref bytes));
        }

        /// <summary>
        /// Lists the nodes that a patch changes, sorted by the bytes of their paths. No engine is needed.
        /// </summary>
        /// <remarks>
        /// <para>Each call checks the bytes again.</para>
        /// <para>Cost: O(size).</para>
        /// </remarks>
        /// <param name="path">Relative to the top of the patch; <c>root</c>, "" or null: the top.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <exception cref="TallyException"><see cref="Status.Malformed"/>, <see cref="Status.Path"/>.</exception>
        public static IEnumerable<PatchEntry> PatchList(byte[] patch, string path = "root", bool subtree = false)
        {
            return Lists.All(after => PatchListPage(patch, path, subtree, after: after));
        }

        /// <summary>Returns a page of <c>PatchList</c>.</summary>
        /// <param name="path">Relative to the top of the patch; <c>root</c>, "" or null: the top.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Malformed"/>, <see cref="Status.Path"/>.</exception>
        public static Page<PatchEntry> PatchListPage(byte[] patch, string path = "root", bool subtree = false,
            string after = null, int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) => Native.tally_patch_list(patch,
                Text.Size(patch), Text.Utf8(path), (subtree ? 1u : 0u), from, ref rows),
                (NativePatchEntry at, byte[] text) => new PatchEntry(at, text));
        }
    }
}
