package dev.tally;

import java.util.AbstractList;
import java.util.List;

/** A part of a list, and whether more entries follow. */
public final class Page<T> extends AbstractList<T> {
    private final List<T> entries;
    private final boolean hasMore;
    private final String next;

    Page(List<T> entries, boolean hasMore, String next) {
        this.entries = entries;
        this.hasMore = hasMore;
        this.next = next;
    }

    public boolean hasMore() {
        return hasMore;
    }

    /** The `after` of the next page, also in a later run; null: no more entries follow. */
    public String next() {
        return next;
    }

    @Override
    public T get(int index) {
        return entries.get(index);
    }

    @Override
    public int size() {
        return entries.size();
    }
}
