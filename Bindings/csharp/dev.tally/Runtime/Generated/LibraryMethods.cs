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
            Calls.Check(Native.tally_engine_recover(Text.Utf8(damaged), Text.Utf8(fresh), ref result));
            return new Recovery(result, null);
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
    }
}
