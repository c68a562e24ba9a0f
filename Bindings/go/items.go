package tally

/*
#include "calls.h"
#include <stdlib.h>
*/
import "C"

import (
	"time"
	"unsafe"
)

// An ItemOperation is one operation of an item. Each kind uses the members that tally_item_operation names for it.
type ItemOperation struct {
	Kind     OperationKind // All but OpGet.
	Path     string
	ID       string // The identifier of a posted message, or of a reminder.
	Value    int64
	Until    time.Time        // Zero: never.
	Flags    MessagesFlags    // OpRead: Subtree, or 0.
	Message  *MessageOptions  // OpPost; nil: all defaults.
	Reminder *ReminderOptions // OpReminderPut, OpReminderEdit.

	Status  Status // Out: its own.
	Key     uint64 // Out, of OpPost: the message's key.
	Changed uint32 // Out, of OpRead: messages that were not read before.
}

// An Item has operations on one account, all or none. An item with a time alone lets time pass.
type Item struct {
	Account    string
	ID         string    // Empty: none.
	Time       time.Time // Zero: not given.
	Operations []ItemOperation

	Status Status // Out: StatusOK, StatusAlreadyApplied, or why it was rejected.
}

// ItemsOptions are the source of items, and the options of accounts that they create.
type ItemsOptions struct {
	Source      string      // The log; empty: none.
	Epoch       uint64      // The epoch of the log's owner.
	Position    uint64      // The place of the last item in the log.
	Aggregation Aggregation // For accounts that the batch creates.
	Feeding     Feeding     // The same.
}

func (o *ItemsOptions) raw(texts *texts) *C.tally_engine_batch_options {
	return &C.tally_engine_batch_options{
		struct_size: C.sizeof_tally_engine_batch_options, item_size: C.sizeof_tally_item,
		operation_size: C.sizeof_tally_item_operation, source: texts.optional(o.Source), epoch: C.uint64_t(o.Epoch),
		position: C.uint64_t(o.Position), aggregation: C.tally_aggregation(o.Aggregation),
		feeding: C.tally_feeding(o.Feeding),
	}
}

// Batch applies items to many accounts, in one transaction. It returns StatusOK, StatusPartial (some items were
// rejected) or StatusAlreadyApplied. The items' outputs are set, also after an error. options may be nil.
func (e *Engine) Batch(items []Item, options *ItemsOptions) (Status, error) {
	if options == nil {
		options = &ItemsOptions{}
	}
	texts := &texts{}
	defer texts.free()
	first := (*C.tally_item)(texts.zeros(len(items), C.sizeof_tally_item))
	rows := unsafe.Slice(first, len(items))
	operations := make([][]C.tally_item_operation, len(items))
	for index := range items {
		operations[index] = items[index].raw(&rows[index], texts)
	}
	raw := options.raw(texts)
	if texts.err != nil {
		return StatusArgument, texts.err
	}
	status, err := e.with(func(engine *C.tally_engine) C.tally_go_answer {
		return C.go_engine_batch(engine, first, C.size_t(len(items)), raw)
	})
	for index := range items {
		items[index].Status = Status(rows[index].status)
		for place := range operations[index] {
			from, into := &operations[index][place], &items[index].Operations[place]
			into.Status, into.Key, into.Changed = Status(from.status), uint64(from.key), uint32(from.changed)
		}
	}
	return status, err
}

// raw writes an item as C has it, and its operations, all in memory of C's.
func (i *Item) raw(row *C.tally_item, texts *texts) []C.tally_item_operation {
	count := len(i.Operations)
	first := (*C.tally_item_operation)(texts.zeros(count, C.sizeof_tally_item_operation))
	row.account, row.id, row.time = texts.optional(i.Account), texts.optional(i.ID), timestamp(i.Time)
	row.operations, row.count = first, C.size_t(count)
	rows := unsafe.Slice(first, count)
	for place := range rows {
		from, into := &i.Operations[place], &rows[place]
		into.kind, into.flags = C.tally_operation_kind(from.Kind), C.uint32_t(from.Flags)
		into.path, into.id = texts.text(from.Path), texts.text(from.ID)
		into.value, into.until = C.int64_t(from.Value), timestamp(from.Until)
		if from.Message != nil {
			message := (*C.tally_message_options)(texts.zeros(1, C.sizeof_tally_message_options))
			*message = *from.Message.raw(texts)
			into.message = message
		}
		if from.Reminder != nil {
			reminder := (*C.tally_reminder_options)(texts.zeros(1, C.sizeof_tally_reminder_options))
			*reminder = *from.Reminder.raw(texts)
			into.reminder = reminder
		}
	}
	return rows
}

// zeros is memory of C's, freed with the texts.
func (t *texts) zeros(count int, size C.size_t) unsafe.Pointer {
	memory := C.calloc(C.size_t(count+1), size)
	t.held = append(t.held, memory)
	return memory
}

// An Import is one account, or how far one source was applied.
type Import struct {
	Account  string // Empty: a source, whose name is in the bytes.
	Snapshot []byte // From ExportAccount, ExportSource or Account.ExportAccount.

	Status Status // Out: StatusOK, or why it was rejected.
}

// ExportAccount returns an account for Import: the bytes of Account.ExportAccount with the keys of its messages and its
// epoch.
func (e *Engine) ExportAccount(name string) ([]byte, error) {
	return e.exported(&name, nil)
}

// ExportSource returns how far Batch has applied a source, for Import.
func (e *Engine) ExportSource(source string) ([]byte, error) {
	return e.exported(nil, &source)
}

// exported writes an account or a source.
func (e *Engine) exported(account, source *string) ([]byte, error) {
	texts := &texts{}
	defer texts.free()
	cAccount, cSource := texts.pointer(account), texts.pointer(source)
	if texts.err != nil {
		return nil, texts.err
	}
	raw, err := e.core.enter()
	if err != nil {
		return nil, err
	}
	defer e.core.leave()
	return bytesOut(func(out *C.tally_bytes) C.tally_go_answer {
		return C.go_engine_export((*C.tally_engine)(raw), cAccount, cSource, out)
	})
}

// Import imports accounts and sources, in one transaction. It returns StatusOK or StatusPartial (some were rejected).
// The status of each import is set. Messages keep their keys, and revisions their epoch.
func (e *Engine) Import(imports []Import, flags ImportFlags) (Status, error) {
	texts := &texts{}
	defer texts.free()
	first := (*C.tally_import)(texts.zeros(len(imports), C.sizeof_tally_import))
	rows := unsafe.Slice(first, len(imports))
	for index := range imports {
		from, into := &imports[index], &rows[index]
		into.account, into.size = texts.optional(from.Account), C.size_t(len(from.Snapshot))
		// C's memory must not point to Go's, so it gets a copy.
		into.snapshot = C.CBytes(from.Snapshot)
		texts.held = append(texts.held, into.snapshot)
	}
	if texts.err != nil {
		return StatusArgument, texts.err
	}
	status, err := e.with(func(engine *C.tally_engine) C.tally_go_answer {
		return C.go_engine_import(engine, first, C.size_t(len(imports)), C.uint32_t(flags))
	})
	for index := range imports {
		imports[index].Status = Status(rows[index].status)
	}
	return status, err
}
