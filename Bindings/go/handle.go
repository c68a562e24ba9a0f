package tally

import (
	"sync"
	"unsafe"
)

// A handle owns an object of C and counts its users. Closing takes effect immediately and does not wait. The last user
// releases the object, so no call uses a released object.
type handle struct {
	mutex    sync.Mutex
	raw      unsafe.Pointer
	users    int
	isClosed bool
	// Called without the mutex, once.
	release func(raw unsafe.Pointer)
	// Wakes a thread that waits in a call; called with the mutex.
	wake func(raw unsafe.Pointer)
}

func newHandle(raw unsafe.Pointer, release func(raw unsafe.Pointer)) *handle {
	return &handle{raw: raw, release: release}
}

// enter lends the raw handle until leave.
func (h *handle) enter() (unsafe.Pointer, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.isClosed {
		return nil, &Error{StatusClosed, "it was closed"}
	}
	h.users++
	return h.raw, nil
}

// retain adds a user to a handle that has one, whether it was closed or not.
func (h *handle) retain() {
	h.mutex.Lock()
	h.users++
	h.mutex.Unlock()
}

func (h *handle) leave() {
	h.mutex.Lock()
	h.users--
	ended := h.isClosed && h.users == 0
	if h.isClosed && !ended && h.wake != nil {
		h.wake(h.raw)
	}
	h.mutex.Unlock()
	if ended {
		h.release(h.raw)
	}
}

// close reports whether this call closed the handle.
func (h *handle) close() bool {
	h.mutex.Lock()
	isFirst := !h.isClosed
	h.isClosed = true
	ended := isFirst && h.users == 0
	if isFirst && !ended && h.wake != nil {
		h.wake(h.raw)
	}
	h.mutex.Unlock()
	if ended {
		h.release(h.raw)
	}
	return isFirst
}
