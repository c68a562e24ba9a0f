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

// List lists the nodes of a snapshot that own a badge, a mute or a snooze, sorted by the bytes of their paths. No
// engine is needed.
//
//   - path: relative to the top of the snapshot; root, "" or "": the top
//   - Subtree: the path itself and everything below it
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// A badge that has ended is listed too.
//
// Errors: [ErrPath].
// Cost: O(nodes of the snapshot), with little work for those that are not listed.
func (s *Snapshot) List(path string, flags ListFlags, after string, limit int) (rows []SnapshotEntry, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cPath, cAfter := texts.text(path), texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := s.enter()
	if err != nil {
		return nil, "", err
	}
	defer s.leave()
	return listOut(limit, cAfter, readSnapshotEntry, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_snapshot_list(handle, cPath, C.uint32_t(flags), behind, rows)
	})
}

// AllList returns all rows of [Snapshot.List], from as many calls as they take.
func (s *Snapshot) AllList(path string, flags ListFlags) ([]SnapshotEntry, error) {
	return allOf(func(after string) ([]SnapshotEntry, string, error) {
		return s.List(path, flags, after, 1000)
	})
}
