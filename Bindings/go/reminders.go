package tally

/*
#include "calls.h"
*/
import "C"

// PutReminder enters a reminder.
func (a *Account) PutReminder(id string, options ReminderOptions) error {
	texts := &texts{}
	defer texts.free()
	cid, raw := texts.text(id), options.raw(texts)
	if texts.err != nil {
		return texts.err
	}
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer { return C.go_reminder_put(account, cid, raw) })
	return err
}

// EditReminder changes the given members of a reminder.
func (a *Account) EditReminder(id string, options ReminderOptions) error {
	texts := &texts{}
	defer texts.free()
	cid, raw := texts.text(id), options.raw(texts)
	if texts.err != nil {
		return texts.err
	}
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer { return C.go_reminder_edit(account, cid, raw) })
	return err
}

// ReminderDone marks a reminder as done: it no longer fires.
func (a *Account) ReminderDone(id string) error {
	_, err := a.named(id, func(account *C.tally_account, id *C.char) C.tally_go_answer {
		return C.go_reminder_done(account, id)
	})
	return err
}

// ReminderUndone reverts ReminderDone.
func (a *Account) ReminderUndone(id string) error {
	_, err := a.named(id, func(account *C.tally_account, id *C.char) C.tally_go_answer {
		return C.go_reminder_undone(account, id)
	})
	return err
}

// RemoveReminder removes a reminder; its log stays.
func (a *Account) RemoveReminder(id string) error {
	_, err := a.named(id, func(account *C.tally_account, id *C.char) C.tally_go_answer {
		return C.go_reminder_remove(account, id)
	})
	return err
}

// AcknowledgeReminder acknowledges what has fired: its badge is removed.
func (a *Account) AcknowledgeReminder(id string) error {
	_, err := a.named(id, func(account *C.tally_account, id *C.char) C.tally_go_answer {
		return C.go_reminder_acknowledge(account, id)
	})
	return err
}

// SnoozeReminder moves one occurrence to a timestamp in the future.
func (a *Account) SnoozeReminder(id string, until int64) error {
	_, err := a.named(id, func(account *C.tally_account, id *C.char) C.tally_go_answer {
		return C.go_reminder_snooze(account, id, C.int64_t(until))
	})
	return err
}

// Reminders lists the reminders by their identifiers, those after one ("": from the first), and whether there are more.
func (a *Account) Reminders(after string, limit int) ([]Reminder, bool, error) {
	texts := &texts{}
	cAfter := texts.optional(after)
	return pageOf(a, texts, limit, readReminder,
		func(account *C.tally_account, to place) C.tally_go_answer {
			return C.go_reminder_list(account, cAfter, to)
		})
}

// Plan plans the notifications that the system fires while the program is closed. It returns what to disarm, then what
// to arm, and the plan as a whole. The rows count as carried out.
func (a *Account) Plan(options PlanOptions) ([]PlanEntry, PlanSummary, error) {
	account, err := a.enter()
	if err != nil {
		return nil, PlanSummary{}, err
	}
	defer a.handle.leave()
	cOptions, raw := options.raw(nil), &C.tally_plan{struct_size: C.sizeof_tally_plan}
	list, _, err := listOut(noLimit, readPlanEntry, func(to place) C.tally_go_answer {
		return C.go_reminder_plan(account, cOptions, to, raw)
	})
	return list, readPlanSummary(raw, nil), err
}

// ReminderLog lists the notes in the log of reminders after a number, and whether there are more.
func (a *Account) ReminderLog(after int64, limit int) ([]ReminderNote, bool, error) {
	return pageOf(a, &texts{}, limit, readReminderNote,
		func(account *C.tally_account, to place) C.tally_go_answer {
			return C.go_reminder_log(account, C.int64_t(after), to)
		})
}

// ExportReminders returns all reminders as iCalendar.
func (a *Account) ExportReminders() (string, error) {
	account, err := a.enter()
	if err != nil {
		return "", err
	}
	defer a.handle.leave()
	return textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_reminder_export(account, buffer, capacity, length)
	})
}

// ImportReminders imports the usable reminders of an iCalendar file. It returns how many were taken, and how many
// entries were skipped.
func (a *Account) ImportReminders(calendar []byte) (taken, skipped int, err error) {
	var cTaken, cPassedOver C.size_t
	_, err = a.with(func(account *C.tally_account) C.tally_go_answer {
		bytes, size := data(calendar)
		return C.go_reminder_import(account, bytes, size, &cTaken, &cPassedOver)
	})
	return int(cTaken), int(cPassedOver), err
}
