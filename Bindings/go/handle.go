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
	// The engine's, which forgets the handle when it is closed. nil: it belongs to no engine.
	owner *handles
}

func newHandle(raw unsafe.Pointer, owner *handles, release func(raw unsafe.Pointer)) *handle {
	h := &handle{raw: raw, owner: owner, release: release}
	if owner != nil {
		owner.keep(h)
	}
	return h
}

// handles are the open handles that an engine has given out. Closing the engine closes them, because Go's collector
// does not see the memory that they keep.
type handles struct {
	mutex sync.Mutex
	// nil: the engine was closed.
	open map[*handle]struct{}
}

func (s *handles) keep(h *handle) {
	s.mutex.Lock()
	isOpen := s.open != nil
	if isOpen {
		s.open[h] = struct{}{}
	}
	s.mutex.Unlock()
	if !isOpen {
		h.close()
	}
}

func (s *handles) forget(h *handle) {
	s.mutex.Lock()
	delete(s.open, h)
	s.mutex.Unlock()
}

func (s *handles) close() {
	s.mutex.Lock()
	open := s.open
	s.open = nil
	s.mutex.Unlock()
	for h := range open {
		h.close()
	}
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
	if isFirst && h.owner != nil {
		h.owner.forget(h)
	}
	if ended {
		h.release(h.raw)
	}
	return isFirst
}
