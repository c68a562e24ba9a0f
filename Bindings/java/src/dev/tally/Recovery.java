// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/**
 * The results of {@link Tally#recover}. A thing counts as lost if something in the file still refers to it.
 *
 * @param uncertain whether more may be lost than was counted
 * @param pages pages of the damaged file
 * @param damagedPages damaged pages: truncated, unreadable, or with a wrong checksum
 * @param doubtfulRows saved from damaged pages: valid, but perhaps not what was stored
 * @param accountsSaved the accounts saved
 * @param accountsLost their badges and messages were saved, under their name or a new one, with defaults
 * @param badgesSaved badges that nodes own, and mutes
 * @param badgesLost the badges lost
 * @param feedsSaved the feeds saved
 * @param feedsLost their messages were saved, in a feed named "recovered-" and a number
 * @param messagesSaved the messages saved
 * @param messagesLost the messages lost
 * @param othersSaved other rows: reminders, read marks, pending actions, words of groups
 * @param othersLost with the rows that belong to a missing account or feed
 */
public record Recovery(boolean uncertain, long pages, long damagedPages, long doubtfulRows, long accountsSaved,
    long accountsLost, long badgesSaved, long badgesLost, long feedsSaved, long feedsLost, long messagesSaved,
    long messagesLost, long othersSaved, long othersLost) {
    static final int SIZE = 112;

    static Recovery read(Pointer at, byte[] text) {
        return new Recovery(at.getInt(4) != 0, at.getLong(8), at.getLong(16), at.getLong(24), at.getLong(32),
            at.getLong(40), at.getLong(48), at.getLong(56), at.getLong(64), at.getLong(72), at.getLong(80),
            at.getLong(88), at.getLong(96), at.getLong(104));
    }
}
