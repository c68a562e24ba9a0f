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

        /// <summary>Makes room for what BUFFER_TOO_SMALL has said.</summary>
        internal void Grow() => Grow(Math.Max(Capacity, Count), Math.Max(TextCapacity, TextSize));

        private void Grow(long capacity, long textCapacity)
        {
            entries = new TNative[capacity];
            text = new byte[textCapacity];
        }

        /// <summary>Calls a function that lists at most so many rows, and returns its status.</summary>
        internal int Fill(long most, Lists.Listing listing)
        {
            using (var memory = new Memory())
            {
                var rows = new NativeRows
                {
                    struct_size = Memory.SizeOf<NativeRows>(),
                    entry_size = Memory.SizeOf<TNative>(),
                    entries = memory.Pin(entries),
                    capacity = (UIntPtr)Math.Min(entries.Length, most),
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

        internal void Read<T>(List<T> into, Func<TNative, byte[], T> read)
        {
            for (int at = 0; at < Count; at++) into.Add(read(entries[at], text));
        }
    }

    /// <summary>The functions that list. All that knows how a list goes on is here.</summary>
    internal static class Lists
    {
        /// <summary>A call asks for so many rows.</summary>
        internal const int Usual = 1000;

        /// <summary>A call asks for so many if the list has to be of one moment and was not.</summary>
        internal const int Most = 10000;

        internal delegate int Listing(ref NativeRows rows);

        /// <summary>Lists rows behind a place; null: from the first one.</summary>
        internal delegate int Continuing(byte[] from, ref NativeRows rows);

        /// <summary>As many rows as one call gives out, because giving them out has consequences.</summary>
        internal static Page<T> Once<TNative, T>(int limit, Listing listing, Func<TNative, byte[], T> read)
            where TNative : struct
        {
            // Such a list has no `Next`.
            return Page(null, limit, (byte[] from, ref NativeRows rows) => listing(ref rows), read);
        }

        /// <summary>Leased rows, call by call. After an error the caller keeps those that came before.</summary>
        internal static Page<T> Lease<TNative, T>(int limit, Listing listing, Func<TNative, byte[], T> read)
            where TNative : struct
        {
            var leased = new List<T>();
            var hasMore = true;
            while (hasMore && (leased.Count == 0 || leased.Count < limit))
            {
                try
                {
                    Page<T> some = Once(limit - leased.Count, listing, read);
                    leased.AddRange(some);
                    hasMore = some.HasMore;
                }
                catch (TallyException) when (leased.Count > 0)
                {
                    break;
                }
            }
            return new Page<T>(leased, hasMore, null);
        }

        /// <summary>A list that comes in one call.</summary>
        internal static IReadOnlyList<T> Whole<TNative, T>(Listing listing, Func<TNative, byte[], T> read)
            where TNative : struct
        {
            return Once(int.MaxValue, listing, read);
        }

        internal static T One<TNative, T>(Listing listing, Func<TNative, byte[], T> read) where TNative : struct
        {
            return Once(1, listing, read)[0];
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

        /// <summary>The rows behind `after`, until there are `limit` of them, or all.</summary>
        internal static Page<T> Page<TNative, T>(
            string after, int limit, Continuing listing, Func<TNative, byte[], T> read, int most = Usual)
            where TNative : struct
        {
            if (limit < 0) throw new ArgumentOutOfRangeException(nameof(limit));
            int first = Math.Min(limit, most);
            var rows = new Rows<TNative>(first, Math.Max(8192, first * 64));
            var found = new List<T>();
            byte[] from = Text.Utf8(after);
            while (true)
            {
                int status = rows.Fill(limit - found.Count, (ref NativeRows into) => listing(from, ref into));
                if (limit > 0 && status == (int)Status.BufferTooSmall)
                {
                    rows.Grow();
                    continue;
                }
                bool hasMore = Calls.Check(status) == Status.More;
                rows.Read(found, read);
                if (!hasMore || rows.Next == null || found.Count >= limit) return new Page<T>(found, hasMore, rows.Next);
                from = Text.Utf8(rows.Next);
            }
        }
    }
}
