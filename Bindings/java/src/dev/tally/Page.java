package dev.tally;

import java.util.AbstractList;
import java.util.List;

/**
 * A part of a list, and whether more entries follow.
 *
 * @param <T> the type of the entries
 */
public final class Page<T> extends AbstractList<T> {
    private final List<T> entries;
    private final boolean hasMore;
    private final String next;

    Page(List<T> entries, boolean hasMore, String next) {
        this.entries = entries;
        this.hasMore = hasMore;
        this.next = next;
    }

    /**
     * Whether more entries follow.
     *
     * @return whether they do
     */
    public boolean hasMore() {
        return hasMore;
    }

    /**
     * The {@code after} of the next page, also in a later run. Leased rows have none: lease again.
     *
     * @return the text; null: no more entries follow, or they are leased. With {@link ListFlag#FOLLOW} it is never null
     */
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
