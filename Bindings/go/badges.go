package tally

/*
#include "calls.h"
*/
import "C"

import (
	"runtime"
	"strconv"
	"unsafe"
)

// String returns what the badge shows: "dot", its number, or "nothing".
func (b Badge) String() string { return shown(b.Kind, b.Count) }

// Shown returns what the badge of an EventBadge or EventTotal shows: "dot", its number, or "nothing".
func (e Event) Shown() string { return shown(e.BadgeKind, e.Count) }

func shown(kind BadgeKind, count uint64) string {
	switch kind {
	case KindNone:
		return "nothing"
	case KindNumber:
		return strconv.FormatUint(count, 10)
	default:
		return "dot"
	}
}

// List lists the nodes that show a badge or are muted, and returns their revision, for Changes. Changes made while it
// reads a long list are among them. flags: ListChildren or Subtree.
func (a *Account) List(path string, flags ListFlags) (rows []BadgeEntry, revision uint64, err error) {
	page, err := a.ListPage(path, flags, "", noLimit)
	entries := page.Entries
	for rest := page; err == nil && rest.More; entries = append(entries, rest.Entries...) {
		rest, err = a.ListPage(path, flags, rest.Next, noLimit)
	}
	if err != nil {
		return nil, 0, err
	}
	return entries, page.Revision, nil
}

// A BadgePage is a page of a list of badges. Pages with the same revision are of one moment.
type BadgePage struct {
	Entries  []BadgeEntry
	Revision uint64
	// Whether more entries follow.
	More bool
	// The after of the next page; "": no more entries follow.
	Next string
}

// ListPage lists at most limit nodes, and at most 10,000, as List does. A page may be shorter although More is set.
// after: the Next of the page before; "": the first page.
func (a *Account) ListPage(path string, flags ListFlags, after string, limit int) (BadgePage, error) {
	texts := &texts{}
	defer texts.free()
	cPath, cAfter := texts.text(path), texts.optional(after)
	if texts.err != nil {
		return BadgePage{}, texts.err
	}
	account, err := a.enter()
	if err != nil {
		return BadgePage{}, err
	}
	defer a.handle.leave()
	var revision C.uint64_t
	page, err := partOut(limit, readBadgeEntry, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_badge_list(account, cPath, C.uint32_t(flags), cAfter, rows, &revision)
	})
	return BadgePage{page.list, uint64(revision), page.next != "", page.next}, err
}

// Changes are the badges that changed after a revision.
type Changes struct {
	Entries []BadgeEntry
	// The revision for the next call.
	Revision uint64
	// StatusOK; StatusMore: call again immediately; StatusResync: list everything.
	Status Status
}

// Changes lists the badges that changed after a revision. epoch: of AccountState; 0: not compared.
func (a *Account) Changes(since, epoch uint64) (Changes, error) {
	account, err := a.enter()
	if err != nil {
		return Changes{}, err
	}
	defer a.handle.leave()
	var revision C.uint64_t
	changed, err := partOut(noLimit, readBadgeEntry, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_badge_changes(account, C.uint64_t(since), C.uint64_t(epoch), rows, &revision)
	})
	return Changes{changed.list, uint64(revision), changed.status}, err
}

// Batch applies operations in one transaction, all or none; with BatchEach each on its own. Their outputs are set, also
// after an error. options may be nil. It returns the account's revision, and StatusOK or StatusAlreadyApplied.
func (a *Account) Batch(operations []Operation, options *BatchOptions) (revision uint64, status Status, err error) {
	if options == nil {
		options = &BatchOptions{}
	}
	texts := &texts{}
	defer texts.free()
	rows, raw := writeOperations(operations, texts), options.raw(texts)
	if texts.err != nil {
		return 0, StatusArgument, texts.err
	}
	var cRevision C.uint64_t
	status, err = a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_badge_batch(account, rows, C.size_t(len(operations)), raw, &cRevision)
	})
	readOperations(rows, operations)
	runtime.KeepAlive(operations)
	return uint64(cRevision), status, err
}

// BatchEach performs operations each on its own, which is the fastest way to change many nodes. It returns the
// account's revision, and the error of the first rejected operation; the others are performed. The
// outputs are set, also after an error.
func (a *Account) BatchEach(operations []Operation) (revision uint64, err error) {
	revision, _, err = a.Batch(operations, &BatchOptions{Flags: BatchEach})
	return revision, err
}

// Style reads the style of the path itself, without what it inherits.
func (a *Account) Style(path string) (Style, error) {
	raw := &C.tally_style{struct_size: C.sizeof_tally_style}
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return Style{}, texts.err
	}
	account, err := a.enter()
	if err != nil {
		return Style{}, err
	}
	defer a.handle.leave()
	// C's icon points to C's memory.
	buffer := (*C.char)(C.malloc(256))
	defer C.free(unsafe.Pointer(buffer))
	var length C.size_t
	if err := failure(C.go_style_get(account, cPath, raw, buffer, 256, &length)); err != nil {
		return Style{}, err
	}
	return readStyle(raw, C.GoBytes(unsafe.Pointer(buffer), C.int(length))), nil
}

// A Node is a resolved path. It keeps its account.
type Node struct {
	handle *handle
	raw    C.tally_node
	// Kept as long as this is.
	account *Account
}

// Resolve resolves a path, so that operations need not look it up again.
func (a *Account) Resolve(path string) (*Node, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return nil, texts.err
	}
	account, err := a.enter()
	if err != nil {
		return nil, err
	}
	defer a.leave()
	var raw C.tally_node
	if err := failure(C.go_node_resolve(account, cPath, &raw)); err != nil {
		return nil, err
	}
	return a.newNode(raw), nil
}

// newNode is a node of an account that is in use, which it keeps.
func (a *Account) newNode(raw C.tally_node) *Node {
	kept := a.handle
	kept.retain()
	node := &Node{account: a, raw: raw}
	node.handle = newHandle(kept.raw, a.engine.core.handles, func(account unsafe.Pointer) {
		C.tally_node_release((*C.tally_account)(account), raw)
		kept.leave()
	})
	runtime.SetFinalizer(node, (*Node).Close)
	return node
}

// Close releases the node.
func (n *Node) Close() {
	runtime.SetFinalizer(n, nil)
	n.handle.close()
}

// enter lends the handle until leave.
func (n *Node) enter() (*C.tally_account, error) {
	raw, err := n.handle.enter()
	return (*C.tally_account)(raw), err
}

func (n *Node) leave() { n.handle.leave() }
