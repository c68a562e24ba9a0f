// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    /// <summary>Paths as texts: these functions need no engine.</summary>
    public static class TallyPath
    {
        /// <summary>Returns a name as a component of a path, with <c>\.</c> and <c>\\</c>.</summary>
        /// <exception cref="TallyException"><see cref="Status.Path"/> (not a component).</exception>
        public static string Escape(string name)
        {
            return Calls.String((byte[] buffer, UIntPtr capacity, out UIntPtr size) =>
                Native.tally_path_escape(Text.Utf8(name), buffer, capacity, out size));
        }

        /// <summary>Returns a path and a component below it, <c>name</c>, which it escapes.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>.</exception>
        public static string Join(string path, string name)
        {
            return Calls.String((byte[] buffer, UIntPtr capacity, out UIntPtr size) =>
                Native.tally_path_join(Text.Utf8(path), Text.Utf8(name), buffer, capacity, out size));
        }

        /// <summary>Returns the parent of a path.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.NotFound"/> (<c>root</c>
        /// has none).</exception>
        public static string GetParent(string path)
        {
            return Calls.String((byte[] buffer, UIntPtr capacity, out UIntPtr size) =>
                Native.tally_path_parent(Text.Utf8(path), buffer, capacity, out size));
        }

        /// <summary>Returns a component of a path, without escapes.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="index">From 0; <c>root</c> is not counted.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.NotFound"/> (beyond the
        /// last one).</exception>
        public static string GetComponent(string path, int index)
        {
            return Calls.String((byte[] buffer, UIntPtr capacity, out UIntPtr size) =>
                Native.tally_path_component(Text.Utf8(path), (UIntPtr)(uint)index, buffer, capacity, out size));
        }
    }
}
