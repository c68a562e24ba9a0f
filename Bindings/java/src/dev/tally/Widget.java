package dev.tally;

/** Draws what a path shows. */
@FunctionalInterface
public interface Widget {
    /**
     * Draws the badge. The kind of its style says what to draw.
     *
     * @param path the path
     * @param drawing how to draw the badge
     */
    void draw(String path, Tally.Drawing drawing);
}
