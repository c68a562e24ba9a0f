package dev.tally;

import java.util.List;

/** An operation of {@link Account#batch} was rejected, and its result says why. None of them was performed. */
public final class BatchException extends TallyException {
    private static final long serialVersionUID = 1;

    private final transient List<Operation.Result> results;

    BatchException(int status, String message, List<Operation.Result> results) {
        super(status, message);
        this.results = results;
    }

    /**
     * The results of all operations. In a batch, valid operations have NOT_APPLIED.
     *
     * @return one for each operation
     */
    public List<Operation.Result> results() {
        return results;
    }
}
