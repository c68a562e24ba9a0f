package tally

/*
#include "calls.h"
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// PathEscape returns a name as a component of a path, with escapes.
func PathEscape(name string) (string, error) {
	texts := &texts{}
	defer texts.free()
	cName := texts.text(name)
	if texts.err != nil {
		return "", texts.err
	}
	return textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_path_escape(cName, buffer, capacity, length)
	})
}

// PathJoin returns a path with a component below it, which it escapes.
func PathJoin(path, name string) (string, error) {
	texts := &texts{}
	defer texts.free()
	cPath, cName := texts.text(path), texts.text(name)
	if texts.err != nil {
		return "", texts.err
	}
	return textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_path_join(cPath, cName, buffer, capacity, length)
	})
}

// PathParent returns the parent of a path. ErrNotFound: root has none.
func PathParent(path string) (string, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return "", texts.err
	}
	return textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_path_parent(cPath, buffer, capacity, length)
	})
}

// PathComponent returns a component of a path, without escapes. index: from 0. ErrNotFound: beyond the last one.
func PathComponent(path string, index int) (string, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return "", texts.err
	}
	return textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_path_component(cPath, C.size_t(index), buffer, capacity, length)
	})
}

// AccountHash computes the partition of an account.
func AccountHash(name string, partitions uint32) (uint32, error) {
	texts := &texts{}
	defer texts.free()
	cName := texts.text(name)
	if texts.err != nil {
		return 0, texts.err
	}
	var result C.uint32_t
	err := failure(C.go_account_hash(cName, C.uint32_t(partitions), &result))
	return uint32(result), err
}

// Present returns how to draw a count, without an account. kind: KindNone, KindDot or KindNumber. style may be nil.
func Present(kind BadgeKind, count uint64, style *Style) (Presentation, error) {
	texts := &texts{}
	defer texts.free()
	var cStyle *C.tally_style
	if style != nil {
		cStyle = style.raw(texts)
	}
	if texts.err != nil {
		return Presentation{}, texts.err
	}
	raw := &C.tally_presentation{struct_size: C.sizeof_tally_presentation}
	text, err := textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_present(C.int32_t(kind), C.uint64_t(count), cStyle, raw, buffer, capacity, length)
	})
	return readPresentation(raw, []byte(text)), err
}

// MappingTry returns what a mapping makes of a response: a page of the wire format.
func MappingTry(preset, mapping string, body []byte) (string, error) {
	texts := &texts{}
	defer texts.free()
	cPreset, cMapping := texts.optional(preset), texts.optional(mapping)
	if texts.err != nil {
		return "", texts.err
	}
	bytes, size := data(body)
	return textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_mapping_try(cPreset, cMapping, bytes, size, buffer, capacity, length)
	})
}

// PatchInverse returns the patch that leads back.
func PatchInverse(patch []byte) ([]byte, error) {
	patchBytes, patchSize := data(patch)
	return bytesOut(func(buffer unsafe.Pointer, capacity C.size_t, size *C.size_t) C.tally_go_answer {
		return C.go_patch_inverse(patchBytes, patchSize, buffer, capacity, size)
	})
}

// A Snapshot is what the nodes at and below a path owned: see Account.Snapshot. It never changes, and belongs to no
// engine.
type Snapshot struct {
	handle *handle
}

func newSnapshot(raw *C.tally_snapshot, err error) (*Snapshot, error) {
	if err != nil {
		return nil, err
	}
	snapshot := &Snapshot{newHandle(unsafe.Pointer(raw), func(raw unsafe.Pointer) {
		C.tally_snapshot_release((*C.tally_snapshot)(raw))
	})}
	runtime.SetFinalizer(snapshot, (*Snapshot).Close)
	return snapshot, nil
}

// DecodeSnapshot decodes the bytes of a snapshot.
func DecodeSnapshot(encoded []byte) (*Snapshot, error) {
	var raw *C.tally_snapshot
	bytes, size := data(encoded)
	err := failure(C.go_snapshot_decode(bytes, size, &raw))
	return newSnapshot(raw, err)
}

// Close releases the memory.
func (s *Snapshot) Close() {
	runtime.SetFinalizer(s, nil)
	s.handle.close()
}

// Encode returns the bytes of the snapshot.
func (s *Snapshot) Encode() ([]byte, error) {
	raw, err := s.handle.enter()
	if err != nil {
		return nil, err
	}
	defer s.handle.leave()
	return bytesOut(func(buffer unsafe.Pointer, capacity C.size_t, size *C.size_t) C.tally_go_answer {
		return C.go_snapshot_encode((*C.tally_snapshot)(raw), buffer, capacity, size)
	})
}

// Diff returns the minimal patch from this snapshot to another one.
func (s *Snapshot) Diff(to *Snapshot) ([]byte, error) {
	from, err := s.handle.enter()
	if err != nil {
		return nil, err
	}
	defer s.handle.leave()
	other, err := to.handle.enter()
	if err != nil {
		return nil, err
	}
	defer to.handle.leave()
	return bytesOut(func(buffer unsafe.Pointer, capacity C.size_t, size *C.size_t) C.tally_go_answer {
		return C.go_snapshot_diff((*C.tally_snapshot)(from), (*C.tally_snapshot)(other), buffer, capacity, size)
	})
}

// Restore replaces the contents of a path and its subtree with the snapshot.
func (s *Snapshot) Restore(account *Account, path string) error {
	raw, err := s.handle.enter()
	if err != nil {
		return err
	}
	defer s.handle.leave()
	_, err = account.named(path, func(account *C.tally_account, path *C.char) C.tally_go_answer {
		return C.go_snapshot_restore((*C.tally_snapshot)(raw), account, path)
	})
	return err
}
