using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Tally
{
    /// <summary>A part of a list, whether more rows follow, and what continues the list.</summary>
    public class Page<T> : IReadOnlyList<T>
    {
        private readonly List<T> rows;

        internal Page(List<T> rows, bool hasMore, string next)
        {
            this.rows = rows;
            HasMore = hasMore;
            Next = next;
        }

        public bool HasMore { get; }

        /// <summary>
        /// The `after` of the next page, also if the last row was removed, and in a later run. Null: there are no more
        /// rows, or they are leased.
        /// </summary>
        public string Next { get; }

        public int Count => rows.Count;

        public T this[int index] => rows[index];

        public IEnumerator<T> GetEnumerator() => rows.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => rows.GetEnumerator();
    }

    /// <summary>A tally_rows, its buffers, and what the last call has written to them.</summary>
    internal sealed class Rows<TNative> where TNative : struct
    {
        private TNative[] entries;
        private byte[] text;

        internal Rows(long capacity, long textCapacity)
        {
            Grow(capacity, textCapacity);
        }

        internal long Capacity => entries.Length;

        internal long TextCapacity => text.Length;

        internal long Count { get; private set; }

        internal long TextSize { get; private set; }

        internal string Next { get; private set; }

        internal void Grow(long capacity, long textCapacity)
        {
            entries = new TNative[capacity];
            text = new byte[textCapacity];
        }

        /// <summary>Calls a function that lists, and returns its status.</summary>
        internal int Fill(Lists.Listing listing)
        {
            using (var memory = new Memory())
            {
                var rows = new NativeRows
                {
                    struct_size = Memory.SizeOf<NativeRows>(),
                    entry_size = Memory.SizeOf<TNative>(),
                    entries = memory.Pin(entries),
                    capacity = (UIntPtr)entries.Length,
                    text = memory.Pin(text),
                    text_capacity = (UIntPtr)text.Length,
                };
                int status = listing(ref rows);
                Count = (long)rows.count;
                TextSize = (long)rows.text_size;
                Next = Text.Of(rows.next);
                return status;
            }
        }

        internal List<T> Read<T>(Func<TNative, byte[], T> read)
        {
            var result = new List<T>((int)Count);
            for (int at = 0; at < Count; at++) result.Add(read(entries[at], text));
            return result;
        }
    }

    /// <summary>The functions that list. All that knows how a list goes on is here.</summary>
    internal static class Lists
    {
        internal delegate int Listing(ref NativeRows rows);

        /// <summary>The rows of one moment: asks again with more room until there are `limit` rows, or all.</summary>
        internal static Page<T> Page<TNative, T>(int limit, Listing listing, Func<TNative, byte[], T> read)
            where TNative : struct
        {
            return Fill(limit, true, listing, read);
        }

        /// <summary>As many rows as one call gives out, because giving them out has consequences.</summary>
        internal static Page<T> Once<TNative, T>(int limit, Listing listing, Func<TNative, byte[], T> read)
            where TNative : struct
        {
            return Fill(limit, false, listing, read);
        }

        internal static IReadOnlyList<T> Whole<TNative, T>(Listing listing, Func<TNative, byte[], T> read)
            where TNative : struct
        {
            return Fill(int.MaxValue, true, listing, read);
        }

        internal static T One<TNative, T>(Listing listing, Func<TNative, byte[], T> read) where TNative : struct
        {
            return Fill(1, true, listing, read)[0];
        }

        /// <summary>All rows, in pages.</summary>
        internal static IEnumerable<T> All<T>(Func<string, Page<T>> page)
        {
            string after = null;
            do
            {
                Page<T> rows = page(after);
                foreach (T row in rows) yield return row;
                after = rows.Next;
            }
            while (after != null);
        }

        private static Page<T> Fill<TNative, T>(int limit, bool isWhole, Listing listing, Func<TNative, byte[], T> read)
            where TNative : struct
        {
            if (limit < 0) throw new ArgumentOutOfRangeException(nameof(limit));
            var rows = new Rows<TNative>(Math.Min(limit, 64), 8192);
            while (true)
            {
                int status = rows.Fill(listing);
                bool isCut = isWhole && status == (int)Status.More && rows.Count < limit;
                if (limit == 0 || status != (int)Status.BufferTooSmall && !isCut)
                {
                    bool hasMore = Calls.Check(status) == Status.More;
                    return new Page<T>(rows.Read(read), hasMore, rows.Next);
                }
                long factor = Math.Max(2, Math.Min(8, limit / Math.Max(1, rows.Count)));
                rows.Grow(Math.Min(limit, Math.Max(rows.Capacity * factor, rows.Count)),
                    Math.Max(rows.TextCapacity * factor, rows.TextSize));
            }
        }
    }
}
