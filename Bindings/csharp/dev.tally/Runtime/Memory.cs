using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Tally
{
    /// <summary>Options that write themselves to a structure of C's.</summary>
    internal interface IOptions<TNative> where TNative : struct
    {
        TNative Write(Memory memory);
    }

    /// <summary>Memory of the structures and texts of one call. Secrets do not stay in it.</summary>
    internal sealed class Memory : IDisposable
    {
        private readonly List<KeyValuePair<IntPtr, int>> blocks = new List<KeyValuePair<IntPtr, int>>();
        private readonly List<GCHandle> pinned = new List<GCHandle>();

        internal static uint SizeOf<TNative>() where TNative : struct => (uint)Marshal.SizeOf(typeof(TNative));

        private IntPtr Allocate(int size)
        {
            IntPtr at = Marshal.AllocHGlobal(size);
            blocks.Add(new KeyValuePair<IntPtr, int>(at, size));
            return at;
        }

        /// <summary>The address of options; 0 for null.</summary>
        internal IntPtr Add<TNative>(IOptions<TNative> options) where TNative : struct
        {
            return options == null ? IntPtr.Zero : AddStructure(options.Write(this));
        }

        internal IntPtr AddStructure<TNative>(TNative structure) where TNative : struct
        {
            IntPtr at = Allocate((int)SizeOf<TNative>());
            Marshal.StructureToPtr(structure, at, false);
            return at;
        }

        internal IntPtr Text(string text) => AddBytes(Tally.Text.Utf8(text));

        internal IntPtr AddBytes(byte[] bytes)
        {
            if (bytes == null) return IntPtr.Zero;
            IntPtr at = Allocate(Math.Max(1, bytes.Length));
            Marshal.Copy(bytes, 0, at, bytes.Length);
            return at;
        }

        /// <summary>The address of an array that the library also writes to.</summary>
        internal IntPtr Pin(Array array)
        {
            GCHandle handle = GCHandle.Alloc(array, GCHandleType.Pinned);
            pinned.Add(handle);
            return handle.AddrOfPinnedObject();
        }

        public void Dispose()
        {
            foreach (KeyValuePair<IntPtr, int> block in blocks)
            {
                Marshal.Copy(new byte[block.Value], 0, block.Key, block.Value);
                Marshal.FreeHGlobal(block.Key);
            }
            blocks.Clear();
            foreach (GCHandle handle in pinned) handle.Free();
            pinned.Clear();
        }
    }
}
