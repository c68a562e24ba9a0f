// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import java.time.Instant;

/** The operations of an item: each method appends one, all kinds but {@link Operation#get}. */
abstract class ItemMethods {
    /**
     * Appends an operation.
     *
     * @param operation the operation
     * @return this
     */
    abstract Item append(Operation operation);

    /**
     * Appends an operation that does what {@link Account#set} does.
     *
     * @param path {@code root}, or components separated by dots
     * @param count the count
     * @return this
     */
    public Item set(String path, long count) {
        return append(Operation.set(path, count));
    }

    /**
     * Appends an operation that does what {@link Account#set} does.
     *
     * @param path {@code root}, or components separated by dots
     * @param count the count
     * @param until when the badge ends; null: it does not
     * @return this
     */
    public Item set(String path, long count, Instant until) {
        return append(Operation.set(path, count).until(until));
    }

    /**
     * Appends an operation that does what {@link Account#dot} does.
     *
     * @param path {@code root}, or components separated by dots
     * @return this
     */
    public Item dot(String path) {
        return append(Operation.dot(path));
    }

    /**
     * Appends an operation that does what {@link Account#dot} does.
     *
     * @param path {@code root}, or components separated by dots
     * @param until when the badge ends; null: it does not
     * @return this
     */
    public Item dot(String path, Instant until) {
        return append(Operation.dot(path).until(until));
    }

    /**
     * Appends an operation that does what {@link Account#add} does.
     *
     * @param path {@code root}, or components separated by dots
     * @param delta added to the count; may be negative
     * @return this
     */
    public Item add(String path, long delta) {
        return append(Operation.add(path, delta));
    }

    /**
     * Appends an operation that does what {@link Account#clear} does.
     *
     * @param path {@code root}, or components separated by dots
     * @return this
     */
    public Item clear(String path) {
        return append(Operation.clear(path));
    }

    /**
     * Appends an operation that does what {@link Account#clearTree} does.
     *
     * @param path {@code root}, or components separated by dots
     * @return this
     */
    public Item clearTree(String path) {
        return append(Operation.clearTree(path));
    }

    /**
     * Appends an operation that does what {@link Account#mute} does.
     *
     * @param path {@code root}, or components separated by dots
     * @param mode what the mute hides
     * @param until when it ends; null: it does not
     * @return this
     */
    public Item mute(String path, MuteMode mode, Instant until) {
        return append(Operation.mute(path, mode).until(until));
    }

    /**
     * Appends an operation that does what {@link Account#post} does.
     *
     * @param path {@code root}, or components separated by dots
     * @param message null: all defaults
     * @return this
     */
    public Item post(String path, MessageOptions message) {
        return append(Operation.post(path, message));
    }

    /**
     * Appends an operation that does what {@link Account#withdraw} does.
     *
     * @param id its identifier
     * @return this
     */
    public Item withdraw(String id) {
        return append(Operation.withdraw(id));
    }

    /**
     * Appends an operation that does what {@link Account#readPath} does.
     *
     * @param path {@code root}, or components separated by dots
     * @param flags {@link MessagesFlag#SUBTREE}: the path and everything below it; none: without it
     * @return this
     */
    public Item readPath(String path, MessagesFlag... flags) {
        return append(Operation.read(path, flags));
    }

    /**
     * Appends an operation that does what {@link Account#putReminder} does.
     *
     * @param id its identifier
     * @param reminder its members
     * @return this
     */
    public Item putReminder(String id, ReminderOptions reminder) {
        return append(Operation.putReminder(id, reminder));
    }

    /**
     * Appends an operation that does what {@link Account#editReminder} does.
     *
     * @param id its identifier
     * @param reminder its members
     * @return this
     */
    public Item editReminder(String id, ReminderOptions reminder) {
        return append(Operation.editReminder(id, reminder));
    }

    /**
     * Appends an operation that does what {@link Account#reminderDone} does.
     *
     * @param id its identifier
     * @return this
     */
    public Item reminderDone(String id) {
        return append(Operation.reminderDone(id));
    }

    /**
     * Appends an operation that does what {@link Account#reminderUndone} does.
     *
     * @param id its identifier
     * @return this
     */
    public Item reminderUndone(String id) {
        return append(Operation.reminderUndone(id));
    }

    /**
     * Appends an operation that does what {@link Account#removeReminder} does.
     *
     * @param id its identifier
     * @return this
     */
    public Item removeReminder(String id) {
        return append(Operation.removeReminder(id));
    }

    /**
     * Appends an operation that does what {@link Account#snoozeReminder} does.
     *
     * @param id its identifier
     * @param until the new time of the occurrence
     * @return this
     */
    public Item snoozeReminder(String id, Instant until) {
        return append(Operation.snoozeReminder(id, until));
    }

    /**
     * Appends an operation that does what {@link Account#acknowledgeReminder} does.
     *
     * @param id its identifier
     * @return this
     */
    public Item acknowledgeReminder(String id) {
        return append(Operation.acknowledgeReminder(id));
    }
}
