package tally

/*
#include "calls.h"
*/
import "C"

import (
	"math"
	"time"
)

// milliseconds rounds up; what is negative is no limit.
func milliseconds(duration time.Duration) C.int64_t {
	if duration < 0 {
		return -1
	}
	result := C.int64_t(duration / time.Millisecond)
	if duration%time.Millisecond > 0 {
		result++
	}
	return result
}

// exactly is a duration in milliseconds, rounded away from 0, so that what is negative stays so.
func exactly(duration time.Duration) C.int64_t {
	result := C.int64_t(duration / time.Millisecond)
	switch remainder := duration % time.Millisecond; {
	case remainder > 0:
		result++
	case remainder < 0:
		result--
	}
	return result
}

// durationOf is a duration of C's; one that is too long is the longest.
func durationOf(value C.int64_t) time.Duration {
	const longest = math.MaxInt64 / int64(time.Millisecond)
	if int64(value) > longest {
		return math.MaxInt64
	}
	return time.Duration(value) * time.Millisecond
}

// timeOf is a timestamp of C's; 0 is the zero time.
func timeOf(value C.int64_t) time.Time {
	if value == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(value))
}

// timestamp is a time in milliseconds; the zero time is 0.
func timestamp(at time.Time) C.int64_t {
	if at.IsZero() {
		return 0
	}
	return C.int64_t(at.UnixMilli())
}

// Date returns the day of a time in its zone, as ReminderOptions has it: 20260131.
func Date(at time.Time) *int32 {
	year, month, day := at.Date()
	return Given(int32(year*10_000 + int(month)*100 + day))
}

// TimeOfDay returns the seconds since midnight, as ReminderOptions has them: TimeOfDay(9 * time.Hour).
func TimeOfDay(sinceMidnight time.Duration) *int32 {
	return Given(int32(sinceMidnight / time.Second))
}
