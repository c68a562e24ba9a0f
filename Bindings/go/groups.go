package tally

/*
#include "calls.h"
*/
import "C"

// ConfigureGroups sets how messages are grouped (GroupingByApp and so on), and the language of their summaries; nil: as
// stored.
func (a *Account) ConfigureGroups(grouping Grouping, language *string) error {
	texts := &texts{}
	defer texts.free()
	text := texts.pointer(language)
	if texts.err != nil {
		return texts.err
	}
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_group_configure(account, C.int32_t(grouping), text)
	})
	return err
}

// SetCategory registers a category, with the formats of its summaries; empty: none.
func (a *Account) SetCategory(id, summary, hidden string) error {
	texts := &texts{}
	defer texts.free()
	cID, cSummary, cHidden := texts.text(id), texts.optional(summary), texts.optional(hidden)
	if texts.err != nil {
		return texts.err
	}
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_category_set(account, cID, cSummary, cHidden)
	})
	return err
}

// SetStrings sets the plural forms of a format for a language ("": the source text).
func (a *Account) SetStrings(key, language string, forms Forms) error {
	texts := &texts{}
	defer texts.free()
	cKey, cLanguage, raw := texts.text(key), texts.optional(language), forms.raw(texts)
	if texts.err != nil {
		return texts.err
	}
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_strings_set(account, cKey, cLanguage, raw)
	})
	return err
}

// ImportStrings imports a file of translations, all or none. kind: StringsCatalog or StringsDictionary. It returns how
// many formats were taken, and how many texts were skipped.
func (a *Account) ImportStrings(kind StringsKind, file []byte, language string) (taken, skipped int, err error) {
	texts := &texts{}
	defer texts.free()
	cLanguage := texts.optional(language)
	if texts.err != nil {
		return 0, 0, texts.err
	}
	var cTaken, cSkipped C.size_t
	_, err = a.with(func(account *C.tally_account) C.tally_go_answer {
		bytes, size := data(file)
		return C.go_strings_import(account, C.int32_t(kind), bytes, size, cLanguage, &cTaken, &cSkipped)
	})
	return int(cTaken), int(cSkipped), err
}

// Groups lists the groups, the newest first, and whether there are more. after: the key of the leading message of a
// group (0: from the newest). flags: GroupsHidden.
func (a *Account) Groups(language string, flags GroupsFlags, after uint64, limit int) ([]Group, bool, error) {
	texts := &texts{}
	cLanguage := texts.optional(language)
	return pageOf(a, texts, limit, readGroup,
		func(account *C.tally_account, to place) C.tally_go_answer {
			return C.go_group_list(account, cLanguage, C.uint32_t(flags), C.uint64_t(after), to)
		})
}

// Group reads the group of a thread.
func (a *Account) Group(thread, language string, flags GroupsFlags) (Group, error) {
	texts := &texts{}
	defer texts.free()
	cThread, cLanguage := texts.text(thread), texts.optional(language)
	if texts.err != nil {
		return Group{}, texts.err
	}
	account, err := a.enter()
	if err != nil {
		return Group{}, err
	}
	defer a.handle.leave()
	list, _, err := listOut(1, readGroup, func(to place) C.tally_go_answer {
		return C.go_group_get(account, cThread, cLanguage, C.uint32_t(flags), to)
	})
	if err != nil {
		return Group{}, err
	}
	return list[0], nil
}

// GroupMessages lists the messages of a group, newest first, those after a key, and whether there are more.
func (a *Account) GroupMessages(thread string, after uint64, limit int) ([]Message, bool, error) {
	texts := &texts{}
	cThread := texts.text(thread)
	return pageOf(a, texts, limit, readMessage,
		func(account *C.tally_account, to place) C.tally_go_answer {
			return C.go_group_messages(account, cThread, C.uint64_t(after), to)
		})
}

// GroupSeen reports that the user has seen the group.
func (a *Account) GroupSeen(thread string) error {
	_, err := a.named(thread, func(account *C.tally_account, thread *C.char) C.tally_go_answer {
		return C.go_group_seen(account, thread)
	})
	return err
}

// Dismiss dismisses a group. It returns how many of its messages were unseen.
func (a *Account) Dismiss(thread string) (int, error) {
	var changed C.size_t
	_, err := a.named(thread, func(account *C.tally_account, thread *C.char) C.tally_go_answer {
		return C.go_group_dismiss(account, thread, &changed)
	})
	return int(changed), err
}
