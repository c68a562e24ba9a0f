// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    public sealed partial class Node
    {
        /// <summary>Returns the path of a node. It begins with <c>root</c>.</summary>
        public string GetPath()
        {
            return Calls.String((byte[] buffer, UIntPtr capacity, out UIntPtr size) =>
                Native.tally_node_get_path(account.Handle, handle, buffer, capacity, out size));
        }

        /// <summary>Sets the node's own badge to <c>count</c>: see <see cref="Account.Set"/>.</summary>
        /// <param name="until">When the badge ends; null: it does not.</param>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>, <see cref="Status.Range"/>.</exception>
        public void Set(long count, DateTimeOffset? until = null)
        {
            if (until == null) Calls.Check(Native.tally_node_set(account.Handle, handle, count));
            else Calls.Check(Native.tally_node_set_until(account.Handle, handle, count, Times.Milliseconds(until)));
        }

        /// <summary>Sets the node's own badge to a dot.</summary>
        /// <param name="until">When the badge ends; null: it does not.</param>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>.</exception>
        public void Dot(DateTimeOffset? until = null)
        {
            if (until == null) Calls.Check(Native.tally_node_dot(account.Handle, handle));
            else Calls.Check(Native.tally_node_dot_until(account.Handle, handle, Times.Milliseconds(until)));
        }

        /// <summary>Adds to the node's own count: see <see cref="Account.Add"/>.</summary>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>, <see cref="Status.Range"/>.</exception>
        public void Add(long delta)
        {
            Calls.Check(Native.tally_node_add(account.Handle, handle, delta));
        }

        /// <summary>Clears the badge of a node: see <see cref="Account.Clear"/>.</summary>
        /// <returns><see cref="Status.Ok"/> or <see cref="Status.Held"/>.</returns>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public Status Clear()
        {
            return Calls.Check(Native.tally_node_clear(account.Handle, handle));
        }

        /// <summary>Clears a whole subtree: see <see cref="Account.ClearTree"/>.</summary>
        /// <returns><see cref="Status.Ok"/> or <see cref="Status.Held"/>.</returns>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public Status ClearTree()
        {
            return Calls.Check(Native.tally_node_clear_tree(account.Handle, handle));
        }

        /// <summary>Mutes a node: see <see cref="Account.Mute"/>.</summary>
        /// <param name="until">When it ends; null: it does not.</param>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>, <see cref="Status.Argument"/> (an unknown
        /// mode), <see cref="Status.Range"/>.</exception>
        public void Mute(MuteMode mode, DateTimeOffset? until = null)
        {
            Calls.Check(Native.tally_node_mute(account.Handle, handle, (int)mode, Times.Milliseconds(until)));
        }

        /// <summary>Reads what a node shows: see <see cref="Account.Get"/>.</summary>
        public Badge Get()
        {
            var result = new NativeBadge();
            Calls.Check(Native.tally_node_get(account.Handle, handle, ref result));
            return new Badge(result, null);
        }
    }
}
