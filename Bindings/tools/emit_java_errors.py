"""The errors of the Java binding: a class for each status that is one, within the class of all."""

import documents
import java_words as java
import names
from emit_java import camel
from generate import NOTICE

OUTPUT = "java/src/dev/tally/TallyException.java"
BEGIN = '''
package dev.tally;

/**
 * A failed call, which has changed nothing. Each error has a class of its own, so that a program can catch it:
 * {@code catch (TallyException.NotFound missing)}.
 */
public class TallyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The status in tally.h, which may be one of a newer library. */
    private final int number;

    TallyException(int number, String message) {
        super(message);
        this.number = number;
    }

    /**
     * The error.
     *
     * @return the status, a negative number
     */
    public Status status() {
        return Status.of(number);
    }

    /**
     * The name of the error in tally.h.
     *
     * @return "TALLY_ERROR_PATH" and the like
     */
    public String statusName() {
        return Functions.tally_status_name(number);
    }

    static TallyException of(Status status, String message) {
        return of(status.value(), message);
    }

    /** An exception of the class that the number has. */
    static TallyException of(int number, String message) {
        return switch (Status.of(number)) {'''
CLASS = '''
    /** {} */
    public static final class {name} extends TallyException {{
        private static final long serialVersionUID = 1;

        {name}(int number, String message) {{
            super(number, message);
        }}
    }}'''


def emit(header):
    words = java.Words(header)
    errors = [(each.name.removeprefix("TALLY_ERROR_"), each) for each in names.statuses(header) if each.value < 0]
    lines = [f"// {NOTICE}", *BEGIN.split("\n")]
    lines += [f"            case {short} -> new {camel(short, True)}(number, message);" for short, _ in errors]
    lines += ["            default -> new TallyException(number, message);", "        };", "    }"]
    for short, constant in errors:
        text = java.html(documents.capital(words.text(constant.comment) or short.replace("_", " ").lower()))
        lines += CLASS.format(text, name=camel(short, True)).split("\n")
    return "\n".join(lines + ["}", ""])
