package dev.tally;

import java.util.List;

/** A batch was refused: one operation, whose result says why, and with it all of them. */
public final class BatchException extends TallyException {
    private static final long serialVersionUID = 1;

    private final transient List<Operation.Result> results;

    BatchException(int status, String message, List<Operation.Result> results) {
        super(status, message);
        this.results = results;
    }

    /** One for each operation; those that were fine have NOT_APPLIED. */
    public List<Operation.Result> results() {
        return results;
    }
}
