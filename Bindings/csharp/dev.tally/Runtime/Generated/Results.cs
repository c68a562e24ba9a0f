// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System.Collections.Generic;

namespace Tally
{
    /// <summary>How to draw a badge.</summary>
    public sealed class Drawing
    {
        internal Drawing(Presentation style, string text)
        {
            Style = style;
            Text = text;
        }

        /// <summary>The complete style.</summary>
        public Presentation Style { get; }

        /// <summary>The capped number, or the icon's name.</summary>
        public string Text { get; }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"Drawing {{ Style = {Style}, Text = {Text} }}";
    }

    /// <summary>The state of a feed, and its title.</summary>
    public sealed class FeedInfo
    {
        internal FeedInfo(FeedState state, string title)
        {
            State = state;
            Title = title;
        }

        /// <summary>The state.</summary>
        public FeedState State { get; }

        /// <summary>The last title that the server sent, or that of the options.</summary>
        public string Title { get; }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"FeedInfo {{ State = {State}, Title = {Title} }}";
    }

    /// <summary>The difference of a plan from the last confirmed one.</summary>
    public sealed class PlanChanges
    {
        internal PlanChanges(IReadOnlyList<PlanEntry> entries, Plan plan)
        {
            Entries = entries;
            Plan = plan;
        }

        /// <summary>The notifications that the system must disarm, then arm.</summary>
        public IReadOnlyList<PlanEntry> Entries { get; }

        /// <summary>The plan as a whole.</summary>
        public Plan Plan { get; }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"PlanChanges {{ Entries = [{string.Join(", ", Entries)}], Plan = {Plan} }}";
    }

    /// <summary>The result of an import of reminders.</summary>
    public sealed class ReminderImport
    {
        internal ReminderImport(ulong taken, IReadOnlyList<SkippedEntry> skipped)
        {
            Taken = taken;
            Skipped = skipped;
        }

        /// <summary>The number of imported reminders.</summary>
        public ulong Taken { get; }

        /// <summary>The entries that were left out, in the order of the file.</summary>
        public IReadOnlyList<SkippedEntry> Skipped { get; }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"ReminderImport {{ Taken = {Taken}, Skipped = [{string.Join(", ", Skipped)}] }}";
    }
}
