// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

/*
#include "calls.h"
*/
import "C"

// DecodeSnapshot decodes the bytes of a snapshot.
//
// Errors: [ErrMalformed].
// Cost: O(size).
func DecodeSnapshot(content []byte) (*Snapshot, error) {
	cContent, cContentCount := data(content)
	var raw *C.tally_snapshot
	err := failure(C.go_snapshot_decode(cContent, cContentCount, &raw))
	return newSnapshot(raw, err)
}

// Encode returns the bytes of a snapshot.
//
// Cost: O(size).
func (s *Snapshot) Encode() ([]byte, error) {
	handle, err := s.enter()
	if err != nil {
		return nil, err
	}
	defer s.leave()
	content, err := bytesOut(func(out *C.tally_bytes) C.tally_go_answer {
		return C.go_snapshot_encode(handle, out)
	})
	return content, err
}

// Diff returns the minimal patch from one snapshot to another. No engine is needed, and little memory.
//
// Cost: O(bytes), at the speed of comparing memory where they are equal.
func (s *Snapshot) Diff(to *Snapshot) ([]byte, error) {
	handle, err := s.enter()
	if err != nil {
		return nil, err
	}
	defer s.leave()
	cTo, err := to.enter()
	if err != nil {
		return nil, err
	}
	defer to.leave()
	content, err := bytesOut(func(out *C.tally_bytes) C.tally_go_answer {
		return C.go_snapshot_diff(handle, cTo, out)
	})
	return content, err
}

// Restore replaces the contents of path and its subtree with the snapshot.
//
//   - account: an account of the same engine
//   - path: root, or components separated by dots
//
// Errors: [ErrPath], [ErrLimit], [ErrConflict], [ErrIO], [ErrFull].
func (s *Snapshot) Restore(account *Account, path string) error {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return texts.err
	}
	handle, err := s.enter()
	if err != nil {
		return err
	}
	defer s.leave()
	cAccount, err := account.enter()
	if err != nil {
		return err
	}
	defer account.leave()
	return failure(C.go_snapshot_restore(handle, cAccount, cPath))
}
