// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

/*
#include "calls.h"
*/
import "C"

// Recover saves the readable parts of a damaged file in a new one.
//
//   - damaged: only read, as is its log; no engine may have it open
//   - fresh: must not exist; appears when it is complete and verified
//
// Every page is read separately. Names, keys and revisions stay; the epoch changes. Impossible or contradictory rows
// are left out and counted. If anything was lost, feeds request everything from scratch.
//
// Returns the result.
// Errors: [ErrExists] (fresh, or <fresh>.recovering of a killed run), [ErrConflict] (a log of an earlier file lies
// beside fresh), [ErrNotAStore], [ErrNewer], [ErrLocked], [ErrCorrupt] (nothing can be read), [ErrIO], [ErrFull],
// [ErrReadOnly], [ErrPermission].
// Cost: O(size of the file).
func Recover(damaged, fresh string) (Recovery, error) {
	texts := &texts{}
	defer texts.free()
	cDamaged, cFresh := texts.text(damaged), texts.text(fresh)
	if texts.err != nil {
		return Recovery{}, texts.err
	}
	raw := &C.tally_recovery{struct_size: C.sizeof_tally_recovery}
	err := failure(C.go_file_recover(cDamaged, cFresh, raw))
	return readRecovery(raw, nil), err
}

// Vacuum rewrites a file without gaps, with checksums on every page. The call needs room for two more copies. If it
// fails, nothing is lost.
//
// Errors: [ErrIO] (also: there is no such file), [ErrFull], [ErrLocked], [ErrCorrupt], [ErrNotAStore], [ErrNewer],
// [ErrReadOnly], [ErrPermission].
// Cost: O(size of the file).
func Vacuum(file string) error {
	texts := &texts{}
	defer texts.free()
	cFile := texts.text(file)
	if texts.err != nil {
		return texts.err
	}
	return failure(C.go_file_vacuum(cFile))
}

// AccountHash computes the partition of an account, for hosts that divide accounts among machines.
//
// The partition is FNV-1a (32 bits) of the name, modulo partitions: see docs/account-hash.md. The result is the same
// on every machine and in every version. No engine is needed.
//
// Errors: [ErrArgument] (an invalid name; partitions is 0).
func AccountHash(name string, partitions uint32) (uint32, error) {
	texts := &texts{}
	defer texts.free()
	cName := texts.text(name)
	if texts.err != nil {
		return 0, texts.err
	}
	var cPartition C.uint32_t
	err := failure(C.go_account_hash(cName, C.uint32_t(partitions), &cPartition))
	return uint32(cPartition), err
}

// MappingTry shows what a mapping makes of a response, as a page of the wire format.
//
// The function is for authors of mappings, and needs no engine. The page also has "rejected", an array of {"index",
// "reason"} of unusable elements; the index begins at 0. Items whose number the server keeps have "total" instead of
// "count". preset and mapping are as MappingPreset and mapping of FeedOptions; one is required.
//
// Errors: [ErrArgument] (also: an unknown preset), [ErrMalformed] (the mapping), [ErrProtocol] (the response).
// Cost: O(response, times texts of the mapping).
func MappingTry(preset, mapping string, body []byte) (string, error) {
	texts := &texts{}
	defer texts.free()
	cPreset, cMapping := texts.optional(preset), texts.optional(mapping)
	if texts.err != nil {
		return "", texts.err
	}
	cBody, cBodyCount := data(body)
	content, err := bytesOut(func(out *C.tally_bytes) C.tally_go_answer {
		return C.go_mapping_try(cPreset, cMapping, cBody, cBodyCount, out)
	})
	return string(content), err
}

// PatchInverse returns the patch that undoes a patch. No engine is needed.
//
// Errors: [ErrMalformed].
// Cost: O(size).
func PatchInverse(patch []byte) ([]byte, error) {
	cPatch, cPatchCount := data(patch)
	content, err := bytesOut(func(out *C.tally_bytes) C.tally_go_answer {
		return C.go_patch_inverse(cPatch, cPatchCount, out)
	})
	return content, err
}

// PatchList lists the nodes that a patch changes, sorted by the bytes of their paths. No engine is needed.
//
//   - path: relative to the top of the patch; root, "" or "": the top
//   - Subtree: the path itself and everything below it
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// Each call checks the bytes again.
//
// Errors: [ErrMalformed], [ErrPath].
// Cost: O(size).
func PatchList(patch []byte, path string, flags ListFlags, after string, limit int) (rows []PatchEntry, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cPath, cAfter := texts.text(path), texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	cPatch, cPatchCount := data(patch)
	return listOut(limit, cAfter, readPatchEntry, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_patch_list(cPatch, cPatchCount, cPath, C.uint32_t(flags), behind, rows)
	})
}

// AllPatchList returns all rows of [PatchList], from as many calls as they take.
func AllPatchList(patch []byte, path string, flags ListFlags) ([]PatchEntry, error) {
	return allOf(func(after string) ([]PatchEntry, string, error) {
		return PatchList(patch, path, flags, after, 1000)
	})
}

// Present reads how to draw any other badge, such as the total over the accounts. No engine is needed.
//
//   - badge: a NUMBER of 0 is a dot; reserved is 0; the revision, the flags and the highlights do not matter
//   - style: nil means all defaults
//
// Errors: [ErrArgument] (the badge, or the style), [ErrRange] (of the style).
func Present(badge Badge, style *Style) (Presentation, error) {
	texts := &texts{}
	defer texts.free()
	cStyle := styleOf(style, texts)
	if texts.err != nil {
		return Presentation{}, texts.err
	}
	raw := &C.tally_presentation{struct_size: C.sizeof_tally_presentation}
	text, err := textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_present(badge.raw(nil), cStyle, raw, buffer, capacity, length)
	})
	return readPresentation(raw, []byte(text)), err
}

// PathEscape returns a name as a component of a path, with \. and \\.
//
// Errors: [ErrPath] (not a component).
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

// PathJoin returns a path and a component below it, name, which it escapes.
//
//   - path: root, or components separated by dots
//
// Errors: [ErrPath].
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

// PathParent returns the parent of a path.
//
//   - path: root, or components separated by dots
//
// Errors: [ErrPath], [ErrNotFound] (root has none).
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

// PathComponent returns a component of a path, without escapes.
//
//   - path: root, or components separated by dots
//   - index: from 0; root is not counted
//
// Errors: [ErrPath], [ErrNotFound] (beyond the last one).
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
