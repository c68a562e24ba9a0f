// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/** How to draw a badge, as the host sets it for a path. */
public final class Style {
    static final int SIZE = 96;

    public int fields, fontWeight, overflow;
    public float dotRadius, offsetX, offsetY, fontSize;
    public long textColor, backgroundColor, maxCount;
    public String icon;

    public Style fields(int value) { fields = value; return this; }
    /** points: finite, 0 or more. Default 3. */
    public Style dotRadius(float value) { dotRadius = value; return this; }
    /** From the top right corner of the view that has the badge to the badge's center,. */
    public Style offsetX(float value) { offsetX = value; return this; }
    /** To the right and down, in points: finite. Default 0, 0. */
    public Style offsetY(float value) { offsetY = value; return this; }
    /** points: finite, above 0. Default 9. */
    public Style fontSize(float value) { fontSize = value; return this; }
    /** 1 to 1,000. Default {@link Raw#TALLY_FONT_WEIGHT_BOLD}. */
    public Style fontWeight(int value) { fontWeight = value; return this; }
    /** Default 0xFFFFFFFF, white. */
    public Style textColor(long value) { textColor = value; return this; }
    /** The color of the dot, and behind the number. Default 0xFF0000FF, red. */
    public Style backgroundColor(long value) { backgroundColor = value; return this; }
    /** Default {@link Raw#TALLY_OVERFLOW_PLUS}. */
    public Style overflow(int value) { overflow = value; return this; }
    /** The largest number to write out: from 1; UINT64_MAX: all. Default 99. */
    public Style maxCount(long value) { maxCount = value; return this; }
    /** The host's name for an icon, a name: "new", "hot". Default: none. Not inherited. */
    public Style icon(String value) { icon = value; return this; }

    /** As C has it. */
    Raw.Block write() {
        Raw.Block memory = new Raw.Block(96);
        memory.setInt(0, 96);
        memory.setInt(4, fields);
        memory.setFloat(8, dotRadius);
        memory.setFloat(12, offsetX);
        memory.setFloat(16, offsetY);
        memory.setFloat(20, fontSize);
        memory.setInt(24, fontWeight);
        memory.setInt(28, Raw.unsigned("textColor", textColor));
        memory.setInt(32, Raw.unsigned("backgroundColor", backgroundColor));
        memory.setInt(36, overflow);
        memory.setLong(40, maxCount);
        memory.setPointer(48, memory.string(icon));
        return memory;
    }

    static final int ICON = 48;

    static Style read(Pointer at) {
        Style style = new Style();
        style.fields = at.getInt(4);
        style.dotRadius = at.getFloat(8);
        style.offsetX = at.getFloat(12);
        style.offsetY = at.getFloat(16);
        style.fontSize = at.getFloat(20);
        style.fontWeight = at.getInt(24);
        style.textColor = at.getInt(28) & 0xFFFFFFFFL;
        style.backgroundColor = at.getInt(32) & 0xFFFFFFFFL;
        style.overflow = at.getInt(36);
        style.maxCount = at.getLong(40);
        style.icon = Raw.stringAt(at.getPointer(48));
        return style;
    }
}
