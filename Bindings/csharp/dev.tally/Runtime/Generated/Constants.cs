// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

namespace Tally
{
    /// <summary>Constants that belong to no enumeration.</summary>
    public static class Constants
    {
        public const int VersionMajor = 0;

        public const int VersionMinor = 1;

        public const int VersionPatch = 0;

        public const string Version = "0.1.0";

        /// <summary>As <see cref="TallyLibrary.VersionNumber"/>.</summary>
        public const int VersionNumber = 1000;

        /// <summary>The default of an option.</summary>
        public const int Default = 0;

        /// <summary>A time of a feed that never comes.</summary>
        public const int Off = -1;

        /// <summary>As many as there are.</summary>
        public const int NoLimit = 0;

        /// <summary>A timeout that has passed already.</summary>
        public const int NoWait = 0;

        /// <summary>A timeout that never passes.</summary>
        public const int NoTimeout = -1;

        /// <summary>For <see cref="Engine.SetLimit"/>: only reads.</summary>
        public const int LimitKeep = -1;

        /// <summary>The largest count that can be set: 2^32 - 1.</summary>
        public const long MaxCount = 4294967295;

        /// <summary>No expiry.</summary>
        public const int Forever = 0;

        /// <summary>The most bytes of a message's link.</summary>
        public const int MaxLink = 2048;

        /// <summary>The most bytes of a message's data.</summary>
        public const int MaxData = 65536;

        /// <summary>The most further paths of a message.</summary>
        public const int MaxAlso = 8;

        public const string FeedLocal = "tally:local";

        public const int MaxFeedPages = 8;

        public const string FeedReminders = "tally:reminders";

        public const int FontWeightRegular = 400;

        public const int FontWeightBold = 700;

        /// <summary>The most items of a batch, and imports of a call.</summary>
        public const int MaxItems = 65536;
    }
}
