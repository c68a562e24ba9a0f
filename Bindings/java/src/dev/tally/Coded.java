package dev.tally;

/** A constant that has a number in tally.h. */
interface Coded {
    /** The number in tally.h. */
    int value();
}
