package tally

/*
#include "calls.h"
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// A Snapshot is what the nodes at and below a path owned: see Account.Snapshot. It never changes, and belongs to no
// engine.
type Snapshot struct {
	handle *handle
}

func newSnapshot(raw *C.tally_snapshot, err error) (*Snapshot, error) {
	if err != nil {
		return nil, err
	}
	snapshot := &Snapshot{newHandle(unsafe.Pointer(raw), nil, func(raw unsafe.Pointer) {
		C.tally_snapshot_release((*C.tally_snapshot)(raw))
	})}
	runtime.SetFinalizer(snapshot, (*Snapshot).Close)
	return snapshot, nil
}

// Close releases the memory.
func (s *Snapshot) Close() {
	runtime.SetFinalizer(s, nil)
	s.handle.close()
}

// enter lends the handle until leave.
func (s *Snapshot) enter() (*C.tally_snapshot, error) {
	raw, err := s.handle.enter()
	return (*C.tally_snapshot)(raw), err
}

func (s *Snapshot) leave() { s.handle.leave() }
