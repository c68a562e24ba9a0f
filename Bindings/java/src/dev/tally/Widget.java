package dev.tally;

/** Draws what a path shows. */
@FunctionalInterface
public interface Widget {
    /** `drawing.style().kind()` is {@link Raw#TALLY_KIND_NONE}, _DOT, _ICON or _NUMBER. */
    void draw(String path, Tally.Drawing drawing);
}
