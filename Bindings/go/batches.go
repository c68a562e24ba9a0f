// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

/*
#include "calls.h"
*/
import "C"

import (
	"time"
	"unsafe"
)

// Operation: one operation of a batch or of an item. Its kind ignores members that do not name it.
type Operation struct {
	// What it does.
	Kind OperationKind
	// Out: the operation's own status.
	Status Status
	// OpRead: Subtree, or 0. All others: 0.
	Flags MessagesFlags
	// Out, OpGet: what the node shows as of this operation.
	BadgeKind BadgeKind
	// The node; 0: path names it. Items: 0.
	Node *Node
	// OpSet: the count. OpAdd: the delta. OpMute: the mode.
	Value int64
	// OpSet, OpDot, OpMute: the expiry, or zero: never. OpReminderSnooze: the new time.
	Until time.Time
	// Out, OpGet: the count as of this operation.
	Count uint64
	// The badge without a Node, or where the message is.
	Path string
	// The id of the message to remove, or of the reminder.
	ID string
	// Out, OpPost: the message's key.
	Key int64
	// Out, OpRead: messages that were not read before.
	Changed uint64
	// OpPost. nil: all defaults.
	Message *MessageOptions
	// OpReminderPut, OpReminderEdit.
	Reminder *ReminderOptions
}

// writeOperations writes operations for C, in memory that is freed with the texts.
func writeOperations(from []Operation, texts *texts) *C.tally_operation {
	first := (*C.tally_operation)(texts.zeros(len(from), C.sizeof_tally_operation))
	rows := unsafe.Slice(first, len(from))
	for index := range rows {
		of, row := &from[index], &rows[index]
		row.kind = C.tally_operation_kind(of.Kind)
		row.flags = C.uint32_t(of.Flags)
		if of.Node != nil {
			row.node = of.Node.raw
		} else {
			row.path = texts.text(of.Path)
		}
		row.value = C.int64_t(of.Value)
		row.until = timestamp(of.Until)
		row.id = texts.optional(of.ID)
		if of.Message != nil {
			row.message = (*C.tally_message_options)(texts.zeros(1, C.sizeof_tally_message_options))
			*row.message = *of.Message.raw(texts)
		}
		if of.Reminder != nil {
			row.reminder = (*C.tally_reminder_options)(texts.zeros(1, C.sizeof_tally_reminder_options))
			*row.reminder = *of.Reminder.raw(texts)
		}
		texts.at("operation", index)
	}
	return first
}

// readOperations reads what the call has written.
func readOperations(first *C.tally_operation, into []Operation) {
	for index, row := range unsafe.Slice(first, len(into)) {
		into[index].Status = Status(row.status)
		into[index].BadgeKind = BadgeKind(row.badge_kind)
		into[index].Count = uint64(row.count)
		into[index].Key = int64(row.key)
		into[index].Changed = uint64(row.changed)
	}
}

// Item: operations on one account, all or none. An item with only a time lets time pass.
type Item struct {
	// Its name; created if it does not exist. Empty: the item has only a time.
	Account string
	// 1 to 255 bytes, as an account's name. Empty: none. Needs a source.
	ID string
	// When it happened, to the year 9999. Zero: not given. Needs a source.
	Time time.Time
	// In their order; all kinds but GET.
	Operations []Operation
	// Out: [StatusOK], [StatusAlreadyApplied], or why it was rejected.
	Status Status
}

// writeItems writes items for C, in memory that is freed with the texts.
func writeItems(from []Item, texts *texts) *C.tally_item {
	first := (*C.tally_item)(texts.zeros(len(from), C.sizeof_tally_item))
	rows := unsafe.Slice(first, len(from))
	for index := range rows {
		of, row := &from[index], &rows[index]
		row.account = texts.optional(of.Account)
		row.id = texts.optional(of.ID)
		row.time = timestamp(of.Time)
		row.operations, row.count = writeOperations(of.Operations, texts), C.size_t(len(of.Operations))
		texts.at("item", index)
	}
	return first
}

// readItems reads what the call has written.
func readItems(first *C.tally_item, into []Item) {
	for index, row := range unsafe.Slice(first, len(into)) {
		into[index].Status = Status(row.status)
		readOperations(row.operations, into[index].Operations)
	}
}

// Import: one account, or how far one source was applied.
type Import struct {
	// Its name. Empty: a source, whose name is in the bytes.
	Account string
	// From [Engine.ExportAccount], [Engine.ExportSource] or [Account.ExportAccount].
	Bytes []byte
	// Out: [StatusOK], or why it was rejected.
	Status Status
}

// writeImports writes imports for C, in memory that is freed with the texts.
func writeImports(from []Import, texts *texts) *C.tally_import {
	first := (*C.tally_import)(texts.zeros(len(from), C.sizeof_tally_import))
	rows := unsafe.Slice(first, len(from))
	for index := range rows {
		of, row := &from[index], &rows[index]
		row.account = texts.optional(of.Account)
		row.bytes, row.size = texts.bytes(of.Bytes), C.size_t(len(of.Bytes))
		texts.at("import", index)
	}
	return first
}

// readImports reads what the call has written.
func readImports(first *C.tally_import, into []Import) {
	for index, row := range unsafe.Slice(first, len(into)) {
		into[index].Status = Status(row.status)
	}
}
