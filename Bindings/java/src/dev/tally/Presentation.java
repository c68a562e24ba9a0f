// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/**
 * How to draw a badge now. The members of a style have the same meaning there, with all defaults filled in.
 *
 * @param kind text: ICON, its name; NUMBER, "7" or "99+"; otherwise empty
 * @param count NUMBER: the number, not capped; otherwise 0
 * @param dotRadius the dot radius
 * @param offsetX from the top right corner of the view to the badge's center, to the right, in points
 * @param offsetY the same downwards
 * @param fontSize the font size
 * @param fontWeight the font weight
 * @param textColor the text color
 * @param backgroundColor the background color
 * @param overflow the overflow style
 * @param maxCount the max count
 * @param highlighted whether its level is HIGHLIGHT or above, and backgroundColor is the style's highlightColor
 */
public record Presentation(BadgeKind kind, long count, float dotRadius, float offsetX, float offsetY, float fontSize,
    int fontWeight, long textColor, long backgroundColor, OverflowStyle overflow, long maxCount,
    boolean highlighted) {
    static final int SIZE = 64;

    static Presentation read(Pointer at, byte[] text) {
        return new Presentation(BadgeKind.of(at.getInt(4)), at.getLong(8), at.getFloat(16), at.getFloat(20),
            at.getFloat(24), at.getFloat(28), at.getInt(32), at.getInt(36) & 0xFFFFFFFFL, at.getInt(40) & 0xFFFFFFFFL,
            OverflowStyle.of(at.getInt(44)), at.getLong(48), at.getInt(56) != 0);
    }
}
