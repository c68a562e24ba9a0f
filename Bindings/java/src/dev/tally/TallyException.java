package dev.tally;

/** A failed call, which has changed nothing. It has a status of tally.h, and the library's message. */
public class TallyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    public TallyException(int status, String message) {
        super(Functions.tally_status_name(status) + ": " + message);
        this.status = status;
    }

    /** The number, {@link Raw#TALLY_ERROR_PATH} and the like. */
    public int status() {
        return status;
    }

    /** Its name, "TALLY_ERROR_PATH". */
    public String statusName() {
        return Functions.tally_status_name(status);
    }
}
