// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/** How to draw a badge, as the host sets it for a path. */
public final class Style {
    static final int SIZE = 72;

    int fields, fontWeight, overflow;
    float dotRadius, offsetX, offsetY, fontSize;
    long textColor, backgroundColor, maxCount, highlightColor;
    String icon;

    /** All defaults. */
    public Style() {}

    /**
     * Points: finite, 0 or more. Default 3.
     *
     * @param value the value
     * @return this
     */
    public Style dotRadius(float value) {
        dotRadius = value;
        fields |= Raw.TALLY_STYLE_FIELD_DOT_RADIUS;
        return this;
    }

    /**
     * Points: finite, 0 or more. Default 3.
     *
     * @return the value; null: it is not set
     */
    public Float dotRadius() {
        return (fields & Raw.TALLY_STYLE_FIELD_DOT_RADIUS) == 0 ? null : dotRadius;
    }

    /**
     * From the top right corner of the view to the badge's center, to the right, in points: finite; default 0.
     *
     * @param value the value
     * @return this
     */
    public Style offsetX(float value) {
        offsetX = value;
        fields |= Raw.TALLY_STYLE_FIELD_OFFSET;
        return this;
    }

    /**
     * From the top right corner of the view to the badge's center, to the right, in points: finite; default 0.
     *
     * @return the value; null: it is not set
     */
    public Float offsetX() {
        return (fields & Raw.TALLY_STYLE_FIELD_OFFSET) == 0 ? null : offsetX;
    }

    /**
     * The same downwards, in points: finite; default 0.
     *
     * @param value the value
     * @return this
     */
    public Style offsetY(float value) {
        offsetY = value;
        fields |= Raw.TALLY_STYLE_FIELD_OFFSET;
        return this;
    }

    /**
     * The same downwards, in points: finite; default 0.
     *
     * @return the value; null: it is not set
     */
    public Float offsetY() {
        return (fields & Raw.TALLY_STYLE_FIELD_OFFSET) == 0 ? null : offsetY;
    }

    /**
     * Points: finite, above 0. Default 9.
     *
     * @param value the value
     * @return this
     */
    public Style fontSize(float value) {
        fontSize = value;
        fields |= Raw.TALLY_STYLE_FIELD_FONT_SIZE;
        return this;
    }

    /**
     * Points: finite, above 0. Default 9.
     *
     * @return the value; null: it is not set
     */
    public Float fontSize() {
        return (fields & Raw.TALLY_STYLE_FIELD_FONT_SIZE) == 0 ? null : fontSize;
    }

    /**
     * 1 to 1,000. Default {@link Tally#FONT_WEIGHT_BOLD}.
     *
     * @param value the value
     * @return this
     */
    public Style fontWeight(int value) {
        fontWeight = value;
        fields |= Raw.TALLY_STYLE_FIELD_FONT_WEIGHT;
        return this;
    }

    /**
     * 1 to 1,000. Default {@link Tally#FONT_WEIGHT_BOLD}.
     *
     * @return the value; null: it is not set
     */
    public Integer fontWeight() {
        return (fields & Raw.TALLY_STYLE_FIELD_FONT_WEIGHT) == 0 ? null : fontWeight;
    }

    /**
     * Default 0xFFFFFFFF, white.
     *
     * @param value the value
     * @return this
     */
    public Style textColor(long value) {
        textColor = value;
        fields |= Raw.TALLY_STYLE_FIELD_TEXT_COLOR;
        return this;
    }

    /**
     * Default 0xFFFFFFFF, white.
     *
     * @return the value; null: it is not set
     */
    public Long textColor() {
        return (fields & Raw.TALLY_STYLE_FIELD_TEXT_COLOR) == 0 ? null : textColor;
    }

    /**
     * The color of the dot, and behind the number. Default 0xFF0000FF, red.
     *
     * @param value the value
     * @return this
     */
    public Style backgroundColor(long value) {
        backgroundColor = value;
        fields |= Raw.TALLY_STYLE_FIELD_BACKGROUND_COLOR;
        return this;
    }

    /**
     * The color of the dot, and behind the number. Default 0xFF0000FF, red.
     *
     * @return the value; null: it is not set
     */
    public Long backgroundColor() {
        return (fields & Raw.TALLY_STYLE_FIELD_BACKGROUND_COLOR) == 0 ? null : backgroundColor;
    }

    /**
     * Default {@link OverflowStyle#PLUS}.
     *
     * @param value the value
     * @return this
     */
    public Style overflow(OverflowStyle value) {
        overflow = Codes.number(value);
        fields |= Raw.TALLY_STYLE_FIELD_OVERFLOW;
        return this;
    }

    /**
     * Default {@link OverflowStyle#PLUS}.
     *
     * @return the value; null: it is not set
     */
    public OverflowStyle overflow() {
        return (fields & Raw.TALLY_STYLE_FIELD_OVERFLOW) == 0 ? null : OverflowStyle.of(overflow);
    }

    /**
     * The largest number to write out: from 1; -1: all. Default 99.
     *
     * @param value the value
     * @return this
     */
    public Style maxCount(long value) {
        maxCount = value;
        fields |= Raw.TALLY_STYLE_FIELD_MAX_COUNT;
        return this;
    }

    /**
     * The largest number to write out: from 1; -1: all. Default 99.
     *
     * @return the value; null: it is not set
     */
    public Long maxCount() {
        return (fields & Raw.TALLY_STYLE_FIELD_MAX_COUNT) == 0 ? null : maxCount;
    }

    /**
     * The host's name for an icon, a name: "new", "hot". Default: none. Not inherited.
     *
     * @param value the value
     * @return this
     */
    public Style icon(String value) {
        icon = value;
        fields |= Raw.TALLY_STYLE_FIELD_ICON;
        return this;
    }

    /**
     * The host's name for an icon, a name: "new", "hot". Default: none. Not inherited.
     *
     * @return the value; null: it is not set
     */
    public String icon() {
        return (fields & Raw.TALLY_STYLE_FIELD_ICON) == 0 ? null : icon;
    }

    /**
     * The background of a badge whose level is HIGHLIGHT or above. Default: the same.
     *
     * @param value the value
     * @return this
     */
    public Style highlightColor(long value) {
        highlightColor = value;
        fields |= Raw.TALLY_STYLE_FIELD_HIGHLIGHT_COLOR;
        return this;
    }

    /**
     * The background of a badge whose level is HIGHLIGHT or above. Default: the same.
     *
     * @return the value; null: it is not set
     */
    public Long highlightColor() {
        return (fields & Raw.TALLY_STYLE_FIELD_HIGHLIGHT_COLOR) == 0 ? null : highlightColor;
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(72);
        memory.setInt(0, 72);
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
        memory.setInt(64, Raw.unsigned("highlightColor", highlightColor));
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
        style.highlightColor = at.getInt(64) & 0xFFFFFFFFL;
        return style;
    }
}
