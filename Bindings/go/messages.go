package tally

/*
#include "calls.h"
*/
import "C"

func keysOf(keys []uint64) (*C.uint64_t, C.size_t) {
	if len(keys) == 0 {
		return nil, 0
	}
	return (*C.uint64_t)(&keys[0]), C.size_t(len(keys))
}

// Messages lists the messages at a path, newest first, those after a key (0: from the newest), and whether there are
// more. flags: Subtree, MessagesUnread.
func (a *Account) Messages(path string, flags MessagesFlags, after uint64, limit int) ([]Message, bool, error) {
	texts := &texts{}
	cPath := texts.text(path)
	return pageOf(a, texts, limit, readMessage,
		func(account *C.tally_account, to place) C.tally_go_answer {
			return C.go_message_list(account, cPath, C.uint32_t(flags), C.uint64_t(after), to)
		})
}

// MessageCounts are numbers of messages.
type MessageCounts struct {
	Total, Unread, Unseen uint64
}

// MessageCounts counts the messages at a path.
func (a *Account) MessageCounts(path string, flags MessagesFlags) (MessageCounts, error) {
	var total, unread, unseen C.uint64_t
	_, err := a.named(path, func(account *C.tally_account, path *C.char) C.tally_go_answer {
		return C.go_message_counts(account, path, C.uint32_t(flags), &total, &unread, &unseen)
	})
	return MessageCounts{uint64(total), uint64(unread), uint64(unseen)}, err
}

// Read marks messages as read, all or none. It returns how many were not read before.
func (a *Account) Read(keys []uint64) (int, error) {
	var changed C.size_t
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		first, count := keysOf(keys)
		return C.go_message_read(account, first, count, &changed)
	})
	return int(changed), err
}

// ReadPath marks all messages at a path as read. flags: Subtree.
func (a *Account) ReadPath(path string, flags MessagesFlags) (int, error) {
	var changed C.size_t
	_, err := a.named(path, func(account *C.tally_account, path *C.char) C.tally_go_answer {
		return C.go_message_read_path(account, path, C.uint32_t(flags), &changed)
	})
	return int(changed), err
}

// ReadUntil marks the message with the key last as read, and those that Messages lists after it.
func (a *Account) ReadUntil(path string, flags MessagesFlags, last uint64) (int, error) {
	var changed C.size_t
	_, err := a.named(path, func(account *C.tally_account, path *C.char) C.tally_go_answer {
		return C.go_message_read_until(account, path, C.uint32_t(flags), C.uint64_t(last), &changed)
	})
	return int(changed), err
}

// Unread marks messages as unread again. It returns how many were read before.
func (a *Account) Unread(keys []uint64) (int, error) {
	var changed C.size_t
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		first, count := keysOf(keys)
		return C.go_message_unread(account, first, count, &changed)
	})
	return int(changed), err
}

// MarkSeen marks messages as seen, all or none. It returns how many were unseen.
func (a *Account) MarkSeen(keys []uint64) (int, error) {
	var changed C.size_t
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		first, count := keysOf(keys)
		return C.go_message_mark_seen(account, first, count, &changed)
	})
	return int(changed), err
}

// Post posts a message of the host's own, and returns its key.
func (a *Account) Post(path string, options MessageOptions) (uint64, error) {
	texts := &texts{}
	defer texts.free()
	cPath, raw := texts.text(path), options.raw(texts)
	if texts.err != nil {
		return 0, texts.err
	}
	var key C.uint64_t
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_message_post(account, cPath, raw, &key)
	})
	return uint64(key), err
}

// Withdraw removes the message that was posted with an id.
func (a *Account) Withdraw(id string) error {
	_, err := a.named(id, func(account *C.tally_account, id *C.char) C.tally_go_answer {
		return C.go_message_withdraw(account, id)
	})
	return err
}
