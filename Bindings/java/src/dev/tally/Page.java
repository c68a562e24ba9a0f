package dev.tally;

import java.util.AbstractList;
import java.util.List;

/**
 * A part of a list, and whether more entries follow: continue after its last entry.
 *
 * @param <T> the type of the entries
 */
public final class Page<T> extends AbstractList<T> {
    private final List<T> entries;
    private final boolean hasMore;

    Page(List<T> entries, boolean hasMore) {
        this.entries = entries;
        this.hasMore = hasMore;
    }

    /**
     * Whether more entries follow.
     *
     * @return whether they do
     */
    public boolean hasMore() {
        return hasMore;
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
