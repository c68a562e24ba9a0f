package tally

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// The additions of the package to the header: errors, lifetimes, panics, goroutines.

func must[T any](t *testing.T) func(value T, err error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func expect(t *testing.T, err, expected error) {
	t.Helper()
	if !errors.Is(err, expected) {
		t.Errorf("the error is %v, not %v", err, expected)
	}
}

func equal(t *testing.T, actual, expected any) {
	t.Helper()
	if !reflect.DeepEqual(actual, expected) {
		t.Errorf("it is %v, not %v", actual, expected)
	}
}

// panicOf is what a call panics with.
func panicOf(t *testing.T, call func()) (value any) {
	t.Helper()
	defer func() {
		if value = recover(); value == nil {
			t.Error("it does not panic")
		}
	}()
	call()
	return nil
}

func open(t *testing.T, options EngineOptions) (*Engine, *Account, *Scope) {
	t.Helper()
	engine := must[*Engine](t)(Open(options))
	t.Cleanup(func() { check(t, engine.Close()) })
	return engine, must[*Account](t)(engine.OpenAccount("ann", nil)), must[*Scope](t)(engine.OpenScope())
}

func TestFeedObserver(t *testing.T) {
	engine, account, scope := open(t, EngineOptions{})
	check(t, account.LogIn())
	feed := must[*Feed](t)(account.AddFeed("inbox", FeedOptions{Prefix: "in", Title: "Inbox", Flags: FeedOptionExactDelay}))
	var told []Event
	token := must[Token](t)(scope.ObserveFeed(feed, func(event Event) { told = append(told, event) }))
	check(t, feed.Deliver([]byte(`{"cursor":"1","items":[{"id":"1","path":"a"},{"id":"2","path":"a"}]}`)))
	_, _, err := engine.Dispatch(0)
	check(t, err)
	equal(t, len(told), 1)
	event := told[0]
	equal(t, []any{event.Kind, event.Token, event.Text, event.Count}, []any{EventSynced, uint64(token), "Inbox", uint64(2)})
	equal(t, must[PageInfo](t)(feed.PageShown(0)), PageInfo{First: true, AwayTime: -time.Millisecond})
	scope.Unobserve(token)
	check(t, feed.Deliver([]byte(`{"cursor":"2","items":[]}`)))
	_, _, err = engine.Dispatch(0)
	check(t, err)
	equal(t, len(told), 1)
	feed.Close()
	_, err = scope.ObserveFeed(feed, nil)
	expect(t, err, ErrClosed)
}

func TestErrors(t *testing.T) {
	engine, account, _ := open(t, EngineOptions{})
	err := account.Set("a..b", 1)
	expect(t, err, ErrPath)
	if errors.Is(err, ErrRange) {
		t.Error("it is another one")
	}
	equal(t, err.Error(), "tally: path 'a..b': a component is empty, at byte 2 (TALLY_ERROR_PATH)")
	var failed *Error
	if !errors.As(fmt.Errorf("wrapped: %w", err), &failed) || failed.Status != StatusPath {
		t.Error(failed)
	}
	err = account.Set("a\x00b", 1)
	expect(t, err, ErrArgument)
	equal(t, err.Error(), "tally: a text holds U+0000, at byte 1 (TALLY_ERROR_ARGUMENT)")
	expect(t, account.Set("a", -1), ErrRange)
	_, err = engine.OpenAccount("", nil)
	expect(t, err, ErrArgument)
	_, err = PathParent("root")
	expect(t, err, ErrNotFound)
	check(t, account.Set("a.b", 2))
	equal(t, must[Status](t)(account.Clear("a")), StatusHeld)
	equal(t, must[Status](t)(account.Clear("a.b")), StatusOK)
	equal(t, ErrPath.Error(), "tally: "+StatusPath.Message()+" (TALLY_ERROR_PATH)")
}

// Many threads fail at the same time. Each gets its own message.
func TestErrorsOfManyGoroutines(t *testing.T) {
	_, account, _ := open(t, EngineOptions{})
	var group sync.WaitGroup
	for index := 0; index < 16; index++ {
		path := fmt.Sprintf("path%d..x", index)
		group.Add(1)
		go func() {
			defer group.Done()
			for round := 0; round < 200; round++ {
				if err := account.Set(path, 1); err == nil || !strings.Contains(err.Error(), path) {
					t.Errorf("%s: %v", path, err)
					return
				}
				runtime.Gosched()
			}
		}()
	}
	group.Wait()
}

func TestBuffers(t *testing.T) {
	engine, account, _ := open(t, EngineOptions{})
	begin := must[Changes](t)(account.Changes(0, 0))
	for index := 0; index < 1000; index++ {
		check(t, account.Set(fmt.Sprintf("list.item%d", index), int64(index+1)))
	}
	list, revision, err := account.List("list", ListChildren)
	check(t, err)
	equal(t, []any{len(list), list[0].Path, list[0].Badge.Count}, []any{1000, "root.list.item0", uint64(1)})
	changes := must[Changes](t)(account.Changes(begin.Revision, 0))
	for changes.Status == StatusMore {
		changes = must[Changes](t)(account.Changes(changes.Revision, 0))
	}
	equal(t, changes.Revision, revision)
	operations := make([]Operation, 500)
	for index := range operations {
		operations[index] = Operation{Kind: OpSet, Path: fmt.Sprintf("x%d", index), Value: 1}
	}
	revision, _, err = account.Batch(operations, nil)
	check(t, err)
	// In one transaction, so in one answer.
	equal(t, len(must[Changes](t)(account.Changes(revision-1, 0)).Entries), 501)
	operations = []Operation{{Kind: OpSet, Path: "n", Value: 2}, {Kind: OpDot, Path: "d"}, {Kind: OpGet, Path: "d"},
		{Kind: OpGet, Path: "n"}, {Kind: OpGet, Path: "none"}}
	_, _, err = account.Batch(operations, nil)
	check(t, err)
	equal(t, []BadgeKind{operations[2].BadgeKind, operations[3].BadgeKind, operations[4].BadgeKind},
		[]BadgeKind{KindDot, KindNumber, KindNone})
	_, _, err = account.Batch([]Operation{{Kind: OpSet, Path: "a", Value: 1}, {Kind: OpSet, Path: "b\x00"}}, nil)
	expect(t, err, ErrArgument)

	node := must[*Node](t)(account.Resolve("n"))
	until := time.UnixMilli(4_102_444_800_000)
	each := []Operation{{Kind: OpSet, Node: node, Value: 3}, {Kind: OpSet, Path: "a..b"}, {Kind: OpGet, Node: node},
		{Kind: OpMute, Path: "n", Value: int64(MuteAll), Until: until}}
	_, err = account.BatchEach(each)
	expect(t, err, ErrPath)
	equal(t, []any{each[0].Status, each[1].Status, each[2].Count, each[2].BadgeKind},
		[]any{StatusOK, StatusPath, uint64(3), KindNumber})
	equal(t, must[OwnBadge](t)(account.GetOwn("n")).MuteUntil, until)
	check(t, account.Mute("n", MuteNone, time.Time{}))
	_, err = account.BatchEach([]Operation{{Kind: OpSet, Path: "a", Value: 1}, {Kind: OpSet, Path: "b\x00"}})
	expect(t, err, ErrArgument)
	if !strings.Contains(err.Error(), "operation 1: ") {
		t.Error(err)
	}
	equal(t, must[uint64](t)(account.BatchEach(nil)), must[AccountState](t)(account.State()).Revision)
	node.Close()

	body := strings.Repeat("y", 100_000)
	for index := 0; index < 3; index++ {
		_, err := account.Post("m", MessageOptions{Body: body, Time: time.UnixMilli(int64(index + 1))})
		check(t, err)
	}
	messages, next, err := account.Messages("m", 0, "", 2)
	check(t, err)
	equal(t, []any{next != "", len(messages), messages[0].Body == body}, []any{true, 2, true})
	messages, next, err = account.Messages("m", 0, next, 2)
	check(t, err)
	equal(t, []any{next, len(messages)}, []any{"", 1})

	encode := func(snapshot *Snapshot, err error) []byte {
		t.Helper()
		check(t, err)
		return must[[]byte](t)(snapshot.Encode())
	}
	encoded := encode(account.Snapshot("root"))
	decoded := must[*Snapshot](t)(DecodeSnapshot(encoded))
	equal(t, must[[]byte](t)(decoded.Encode()), encoded)
	check(t, account.Restore("copy", decoded))
	equal(t, encode(account.Snapshot("copy")), encoded)
	check(t, account.Set("copy.other", 1))
	patch := must[[]byte](t)(must[*Snapshot](t)(account.Snapshot("copy")).Diff(decoded))
	check(t, account.Apply("copy", patch, 0))
	equal(t, encode(account.Snapshot("copy")), encoded)
	own, next, err := decoded.List("root", Subtree, "", 1)
	check(t, err)
	equal(t, []any{len(own), next != "", own[0].Path}, []any{1, true, "d"})
	changed, _, err := PatchList(patch, "root", Subtree, "", 10)
	check(t, err)
	equal(t, changed, []PatchEntry{{Path: "other", BeforeKind: KindNumber, BeforeCount: 1}})
	decoded.Close()
	decoded.Close()
	_, err = decoded.Encode()
	expect(t, err, ErrClosed)
	expect(t, account.Restore("copy", decoded), ErrClosed)
	_, err = decoded.Diff(decoded)
	expect(t, err, ErrClosed)
	_, err = DecodeSnapshot([]byte("nonsense"))
	expect(t, err, ErrMalformed)
	check(t, engine.ImportAccount("bob", must[[]byte](t)(account.ExportAccount())))
	names, _, err := engine.Accounts("", 10)
	check(t, err)
	equal(t, names, []string{"ann", "bob"})
}

// A dot is no 0.
func TestBadgesArePaged(t *testing.T) {
	_, account, _ := open(t, EngineOptions{})
	expected, paths := []string{}, []string{}
	for number := 0; number < 7; number++ {
		check(t, account.Set(fmt.Sprintf("a.n%d", number), int64(number+1)))
		expected = append(expected, fmt.Sprintf("root.a.n%d", number))
	}
	for page := (BadgePage{More: true}); page.More; {
		page = must[BadgePage](t)(account.ListPage("a", ListChildren, page.Next, 3))
		if len(page.Entries) > 3 || page.Revision != 7 {
			t.Fatalf("%d entries of revision %d", len(page.Entries), page.Revision)
		}
		for _, entry := range page.Entries {
			paths = append(paths, entry.Path)
		}
	}
	equal(t, paths, expected)
}

// A list continues behind a place, not behind a row: the last row of the page may be removed meanwhile.
func TestPages(t *testing.T) {
	_, account, _ := open(t, EngineOptions{})
	for number := 0; number < 9; number++ {
		// The pages are longer than the first room for their texts.
		_, err := account.Post("m", MessageOptions{ID: fmt.Sprint(number), Body: strings.Repeat("y", 3000)})
		check(t, err)
	}
	messages, next, err := account.Messages("m", 0, "", 3)
	check(t, err)
	equal(t, []any{len(messages), messages[2].ID}, []any{3, "6"})
	check(t, account.Withdraw("6"))
	rest, other := "", next
	for next != "" {
		messages, next, err = account.Messages("m", 0, next, 3)
		check(t, err)
		for _, message := range messages {
			rest += message.ID
		}
	}
	equal(t, rest, "543210")
	_, _, err = account.Messages("n", 0, other, 3)
	expect(t, err, ErrArgument)
	_, _, err = account.Groups("", 0, other, 3)
	expect(t, err, ErrArgument)
	all, next, err := account.Explain("m", "", 1000)
	check(t, err)
	equal(t, []any{len(all), next}, []any{9, ""})
	_, next, err = account.Explain("m", "", 2)
	check(t, err)
	reasons, _, err := account.Explain("m", next, 1000)
	check(t, err)
	equal(t, reasons, all[2:])
}

func TestKinds(t *testing.T) {
	engine, account, scope := open(t, EngineOptions{})
	_, err := scope.Observe(account, "root", Subtree, nil)
	check(t, err)
	check(t, account.Dot("dot"))
	check(t, account.Set("number", 3))
	for path, wanted := range map[string]string{"dot": "dot", "number": "3", "none": "nothing"} {
		equal(t, fmt.Sprint(must[Badge](t)(account.Get(path))), wanted)
	}
	told := ""
	for {
		event := must[*Event](t)(engine.PollEvent())
		if event == nil {
			break
		}
		told += event.Text + " " + event.Shown() + ";"
	}
	equal(t, told, "root.dot dot;root.number 3;root 3;")
}

func TestAccounts(t *testing.T) {
	engine := must[*Engine](t)(Open(EngineOptions{}))
	_, err := engine.OpenAccount("ann", &AccountOptions{Flags: AccountExisting})
	expect(t, err, ErrNotFound)
	account := must[*Account](t)(engine.OpenAccount("ann", &AccountOptions{Aggregation: AggregationSum}))
	check(t, account.Set("a", 1))
	check(t, account.LogIn())
	state := must[AccountState](t)(account.State())
	equal(t, []any{state.Name, state.Revision, state.LoggedIn, state.Aggregation, state.Feeding},
		[]any{"ann", uint64(1), true, AggregationSum, FeedingUnseen})
	again := must[*Account](t)(engine.OpenAccount("ann", &AccountOptions{Flags: AccountExisting}))
	equal(t, must[AccountState](t)(again.State()).ID, state.ID)
	check(t, engine.SetForeground(false))
	check(t, engine.SetNetwork(false))
	check(t, engine.Woke())
	for index := 0; index < 300; index++ {
		must[*Account](t)(engine.OpenAccount(fmt.Sprintf("%s%d", strings.Repeat("x", 200), index), nil)).Close()
	}
	pageOf := func(after string, limit, count int) ([]string, string) {
		t.Helper()
		names, next, err := engine.Accounts(after, limit)
		check(t, err)
		equal(t, len(names), count)
		return names, next
	}
	all, end := pageOf("", 1000, 301)
	some, next := pageOf("", 71, 71)
	rest, endOfRest := pageOf(next, 230, 230)
	equal(t, []any{all[0], end, endOfRest, append(some, rest...)}, []any{"ann", "", "", all})
	_, _, err = engine.Accounts("", 0)
	expect(t, err, ErrRange)
	check(t, engine.CloseWithin(-2)) // As long as it takes.
	expect(t, engine.Woke(), ErrClosed)
}

func TestReminders(t *testing.T) {
	_, account, _ := open(t, EngineOptions{Flags: EngineHostDriven})
	milk := ReminderOptions{Title: String("Milk"), ShelfLife: Int32(7), ShelfUnit: Given(UnitDay)}
	check(t, account.PutReminder("milk", milk))
	is := func(time int32, title string) {
		t.Helper()
		list, next, err := account.Reminders("", 1)
		check(t, err)
		equal(t, []any{list[0].TimeOfDay, list[0].Title, list[0].ShelfLife, next}, []any{time, title, int32(7), ""})
	}
	is(32400, "Milk")
	check(t, account.EditReminder("milk", ReminderOptions{TimeOfDay: Int32(0)}))
	is(0, "Milk")
	check(t, account.EditReminder("milk", ReminderOptions{Title: String("")}))
	is(0, "")
	expect(t, account.EditReminder("milk", ReminderOptions{Title: String("a\x00")}), ErrArgument)
	for index := 0; index < 200; index++ {
		check(t, account.PutReminder(fmt.Sprint("r", index), milk))
	}
	check(t, account.LogIn())
	entries, plan, err := account.Plan(PlanOptions{Limit: 4096})
	check(t, err)
	if len(entries) <= 200 || len(entries) != int(plan.Planned) { // Whole, and in one call.
		t.Error(len(entries), plan)
	}
	again, offered, err := account.Plan(PlanOptions{Limit: 4096})
	check(t, err)
	equal(t, again, entries) // It was not confirmed, so it is offered again.
	_, err = account.ConfirmPlan(plan.Token)
	expect(t, err, ErrConflict)
	equal(t, must[Status](t)(account.ConfirmPlan(offered.Token)), StatusOK)
	equal(t, must[Status](t)(account.ConfirmPlan(offered.Token)), StatusAlreadyApplied)
	entries, _, err = account.Plan(PlanOptions{Limit: 4096})
	check(t, err)
	equal(t, len(entries), 0)
	equal(t, must[Reminder](t)(account.Reminder("r7")).ShelfLife, int32(7))
	_, err = account.Reminder("none")
	expect(t, err, ErrNotFound)
}

// A rule at a path holds below it, until it is changed or removed there.
func TestRules(t *testing.T) {
	_, account, _ := open(t, EngineOptions{Flags: EngineHostDriven})
	must[int64](t)(account.Post("mail.work", MessageOptions{Count: 3}))
	must[Status](t)(account.ClearTree("root"))
	count := func(path string) uint64 { return must[Badge](t)(account.Get(path)).Count }
	read := func(path string, flags RuleFlags) Feeding {
		return must[BadgeRule](t)(account.GetRule(path, flags)).Feeding
	}
	equal(t, count("mail"), uint64(0)) // Seen, not read.
	check(t, account.SetRule("mail", BadgeRule{Feeding: FeedingUnread}))
	equal(t, []uint64{count("mail"), count("mail.work")}, []uint64{3, 3})
	equal(t, []Feeding{read("mail", 0), read("mail.work", 0)}, []Feeding{FeedingUnread, FeedingDefault})
	equal(t, read("mail.work", RuleEffective), FeedingUnread)
	equal(t, read("news", RuleEffective), FeedingUnseen)
	rule := must[BadgeRule](t)(account.GetRule("mail", 0)) // A rule that was read can be set.
	check(t, account.SetRule("mail.work", rule))
	rule.Feeding = FeedingUnseen
	check(t, account.SetRule("mail", rule))
	equal(t, read("mail", 0), FeedingUnseen)
	equal(t, count("mail.work"), uint64(3))
	check(t, account.SetRule("mail.work", BadgeRule{}))
	equal(t, read("mail.work", RuleEffective), FeedingUnseen)
	equal(t, count("mail.work"), uint64(0))
	expect(t, account.SetRule("mail", BadgeRule{Flags: 1}), ErrArgument)
	_, err := account.GetRule("a..b", 0)
	expect(t, err, ErrPath)
}

// A leased row is never lost, however many rows fit.
func TestLeases(t *testing.T) {
	_, account, _ := open(t, EngineOptions{Flags: EngineHostDriven})
	check(t, account.Configure(AccountSettings{Outbox: OutboxModeLeased}))
	feed := must[*Feed](t)(account.AddFeed("inbox", FeedOptions{}))
	check(t, account.LogIn())
	items := []string{}
	for index := 0; index < 100; index++ {
		items = append(items, fmt.Sprintf(`{"id":"%d","path":"in"}`, index))
	}
	check(t, feed.Deliver([]byte(`{"cursor":"1","items":[`+strings.Join(items, ",")+`]}`)))
	messages, _, err := account.Messages("in", 0, "", 1000)
	check(t, err)
	keys := []int64{}
	for _, message := range messages {
		keys = append(keys, message.Key)
	}
	equal(t, must[int](t)(account.Read(keys)), 100)
	leased, limit := map[int64]bool{}, 3
	for more := true; more; limit = 1000 {
		var rows []OutboxEntry
		rows, more, err = account.LeaseOutbox(time.Hour, limit)
		check(t, err)
		if limit == 3 {
			equal(t, []any{len(rows), more}, []any{3, true})
		}
		for _, row := range rows {
			leased[row.ID] = true
		}
	}
	equal(t, len(leased), 100)
	equal(t, must[OutboxCounts](t)(account.OutboxCounts()), OutboxCounts{Total: 100, Leased: 100})
}

func TestLifetimes(t *testing.T) {
	engine := must[*Engine](t)(Open(EngineOptions{}))
	account := must[*Account](t)(engine.OpenAccount("ann", nil))
	scope := must[*Scope](t)(engine.OpenScope())
	feed := must[*Feed](t)(account.AddFeed("inbox", FeedOptions{}))
	node := must[*Node](t)(account.Resolve("a"))
	account.Close()
	account.Close()
	expect(t, account.Set("a", 1), ErrClosed)
	check(t, node.Set(3)) // It keeps its account.
	account = must[*Account](t)(engine.OpenAccount("ann", nil))
	equal(t, must[Badge](t)(account.Get("a")).Count, uint64(3))
	check(t, engine.CloseWithin(time.Minute))
	check(t, engine.Close())
	expect(t, account.Set("a", 1), ErrClosed)
	expect(t, node.Set(1), ErrClosed)
	expect(t, feed.Refresh(), ErrClosed)
	expect(t, engine.Flush(), ErrClosed)
	_, err := scope.Observe(account, "a", 0, func(Event) {})
	expect(t, err, ErrClosed)
	_, err = engine.NextEvent(context.Background())
	expect(t, err, ErrClosed)
	scope.Close()
	scope.Close()
	scope.Unobserve(1)
	node.Close()
	node.Close()
	expect(t, node.Dot(), ErrClosed)
	feed.Close()
}

// Whatever the collector takes first.
func TestFinalizers(t *testing.T) {
	for round := 0; round < 20; round++ {
		func() {
			engine := must[*Engine](t)(Open(EngineOptions{}))
			account := must[*Account](t)(engine.OpenAccount("ann", nil))
			must[*Node](t)(account.Resolve("a"))
			must[*Feed](t)(account.AddFeed("inbox", FeedOptions{}))
			must[*Snapshot](t)(account.Snapshot("root"))
			scope := must[*Scope](t)(engine.OpenScope())
			_, err := scope.Observe(account, "a", 0, func(Event) {})
			check(t, err)
			if round%2 == 0 {
				check(t, engine.Close())
			}
		}()
		runtime.GC()
	}
	// An object that uses an account keeps its engine.
	account := func() *Account {
		engine := must[*Engine](t)(Open(EngineOptions{}))
		return must[*Account](t)(engine.OpenAccount("ann", nil))
	}()
	for round := 0; round < 5; round++ {
		runtime.GC()
		check(t, account.Add("a", 1))
	}
}

// A scope that is not used again still observes: Go collects a variable after its last use.
func TestObserversOutliveTheirVariable(t *testing.T) {
	engine := must[*Engine](t)(Open(EngineOptions{}))
	defer engine.Close()
	account := must[*Account](t)(engine.OpenAccount("ann", nil))
	told := []string{}
	func() {
		scope := must[*Scope](t)(engine.OpenScope())
		_, err := scope.Observe(account, "a", 0, func(event Event) { told = append(told, event.Text) })
		check(t, err)
	}()
	for round := 0; round < 5; round++ {
		runtime.GC()
	}
	check(t, account.Set("a", 1))
	_, _, err := engine.Dispatch(0)
	check(t, err)
	equal(t, strings.Join(told, " "), "root.a")
}

func TestCallbacksThatPanic(t *testing.T) {
	engine, account, scope := open(t, EngineOptions{})
	var told []string
	tokens := []Token{}
	for _, path := range []string{"a", "b"} {
		words := "panic of " + path
		token, err := scope.Observe(account, path, 0, func(event Event) {
			told = append(told, event.Text)
			panic(words)
		})
		check(t, err)
		tokens = append(tokens, token)
	}
	check(t, account.Set("a", 1))
	check(t, account.Set("b", 1))
	equal(t, panicOf(t, func() { _, _, _ = engine.Dispatch(0) }), "panic of a")
	equal(t, told, []string{"root.a", "root.b"}) // The second one was called all the same.
	count, _, err := engine.Dispatch(0)
	check(t, err)
	equal(t, count, 0)
	check(t, account.Set("b", 2))
	equal(t, panicOf(t, func() { _, _ = engine.PollEvent() }), "panic of b")
	scope.Unobserve(tokens[0])
	scope.Unobserve(tokens[0]) // A token that the scope does not have any more is accepted.
	_, err = scope.Observe(account, "a..b", 0, func(Event) {})
	expect(t, err, ErrPath)

	// A dispatch in a callback panics there, and an engine is not closed there.
	inner := 0
	_, err = scope.Observe(account, "c", 0, func(Event) {
		inner++
		check(t, account.Set("b", 3))
		equal(t, panicOf(t, func() { _, _, _ = engine.Dispatch(0) }), "panic of b")
		expect(t, engine.Close(), ErrThread)
	})
	check(t, err)
	check(t, account.Set("c", 1))
	_, _, err = engine.Dispatch(0)
	check(t, err)
	equal(t, inner, 1)
	scope.Close()

	// Without a callback.
	scope = must[*Scope](t)(engine.OpenScope())
	token := must[Token](t)(scope.Observe(account, "d", 0, nil))
	check(t, account.Set("d", 4))
	event := must[*Event](t)(engine.PollEvent())
	equal(t, []any{event.Token, event.Text, event.Shown()}, []any{uint64(token), "root.d", "4"})
	if event, err := engine.PollEvent(); event != nil || err != nil {
		t.Error(event, err)
	}
}

func TestWidgets(t *testing.T) {
	engine, account, scope := open(t, EngineOptions{Flags: EngineHostDriven})
	var drawn []string
	kinds := map[BadgeKind]string{KindNone: "hide", KindDot: "dot", KindIcon: "icon", KindNumber: "number"}
	_, err := scope.Bind(account, "a", func(path string, presentation Presentation) {
		drawn = append(drawn, kinds[presentation.Kind]+" "+path+" "+presentation.Text)
		if presentation.Kind == KindDot {
			panic("no dots")
		}
	})
	check(t, err)
	check(t, engine.Step())
	check(t, account.Set("a", 120))
	check(t, engine.Step())
	check(t, account.SetStyle("a", &Style{Fields: StyleFieldDotRadius}))
	equal(t, must[Style](t)(account.Style("a")), Style{Fields: StyleFieldDotRadius})
	check(t, account.SetStyle("a", &Style{MaxCount: 999, Icon: "new"}))
	style := Style{Fields: StyleFieldMaxCount | StyleFieldIcon, MaxCount: 999, Icon: "new"}
	equal(t, must[Style](t)(account.Style("a")), style)
	check(t, engine.Step())
	check(t, account.Dot("a"))
	check(t, engine.Step())
	equal(t, drawn, []string{"hide root.a ", "number root.a 99+", "number root.a 120", "icon root.a new"})
	check(t, account.SetStyle("a", nil))
	equal(t, panicOf(t, func() { _ = engine.Step() }), "no dots")
	check(t, scope.RefreshWidgets())
	equal(t, panicOf(t, func() { _ = engine.Step() }), "no dots")
	equal(t, must[Presentation](t)(Present(Badge{Kind: KindNumber, Count: 120}, nil)).Text, "99+")
	equal(t, must[Presentation](t)(Present(Badge{Kind: KindDot, Count: 120}, nil)).Kind, KindDot)
	equal(t, must[Presentation](t)(Present(Badge{Kind: KindNone, Count: 120}, nil)).Kind, KindNone)
}

func TestHooks(t *testing.T) {
	begin := time.UnixMilli(1767225600000)
	now := begin
	engine, account, scope := open(t, EngineOptions{
		Flags:    EngineHostDriven,
		Clock:    func() (time.Time, time.Duration) { return now, now.Sub(begin) + time.Minute },
		Log:      func(LogLevel, string) {},
		Zone:     "Nowhere/Land",
		ZoneFile: func(string) []byte { panic("no zones") },
	})
	check(t, account.SetUntil("a", 1, now.Add(time.Second)))
	if timeout := must[time.Duration](t)(engine.Timeout()); timeout < 0 || timeout > time.Second {
		t.Error(timeout)
	}
	now = now.Add(2 * time.Second)
	check(t, engine.Step())
	equal(t, must[Badge](t)(account.Get("a")).Kind, KindNone)
	reminder := ReminderOptions{ShelfLife: Int32(7), ShelfUnit: Given(UnitDay), Zone: String("Nowhere/Else")}
	expect(t, account.PutReminder("milk", reminder), ErrNotFound)
	equal(t, panicOf(t, func() { _, _, _ = engine.Dispatch(0) }), "no zones")

	_, err := scope.Observe(account, "a", 0, func(Event) {})
	check(t, err)
	woken := 0
	check(t, engine.SetNotify(func() {
		woken++
		panic("notified")
	}))
	check(t, account.Set("a", 1))
	equal(t, woken, 1)
	equal(t, panicOf(t, func() { _, _, _ = engine.Dispatch(0) }), "notified")
	check(t, engine.SetNotify(nil))
}

func TestSecretsAreNotPrinted(t *testing.T) {
	credential := Credential{Kind: CredentialKindBasic, Name: "ann", Secret: "hunter2"}
	request := Request{Method: "GET", URL: "https://example.org/?token=hunter2", Headers: "Token: hunter2\r\n"}
	plain := fmt.Sprint(request)
	request.Flags = RequestFlagCredential
	for _, value := range []any{credential, &credential, []Credential{credential}, request, &request} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
			printed := fmt.Sprintf(verb, value)
			if strings.Contains(printed, "hunter2") || strings.Contains(printed, hex.EncodeToString([]byte("hunter2"))) {
				t.Error(verb, printed)
			}
		}
	}
	equal(t, fmt.Sprint(credential), `{Flags:0 Kind:2 Name:"ann" Secret:… Format:""}`)
	if !strings.Contains(plain, "token=hunter2") { // Without a credential nothing is left out.
		t.Error(plain)
	}
}

func TestTransport(t *testing.T) {
	engine, account, _ := open(t, EngineOptions{Flags: EngineHostDriven})
	var asked []*Request
	check(t, engine.SetTransport(func(request *Request) {
		if request.Kind != RequestKindSend {
			return
		}
		if asked = append(asked, request); len(asked) == 2 {
			panic("once only")
		}
	}))
	check(t, account.SetCredential("https://example.org", Credential{Kind: CredentialKindBearer, Secret: "secret"}))
	check(t, account.LogIn())
	feed := must[*Feed](t)(account.AddFeed("inbox", FeedOptions{URL: "https://example.org/feed"}))
	var results []Status
	var responses []int32
	force := func() {
		must[Token](t)(feed.RefreshNow(func(event Event) {
			results, responses = append(results, event.Result), append(responses, event.HTTPStatus)
		}))
	}
	force()
	check(t, engine.Step())
	if !strings.HasPrefix(asked[0].URL, "https://example.org/feed?") ||
		!strings.Contains(asked[0].Headers, "Bearer secret") {
		t.Error(asked[0])
	}
	answered := make(chan error)
	go func() {
		page := []byte(`{"version":1,"items":[{"id":"1","path":"inbox","title":"Hello"}],"cursor":"1"}`)
		if err := asked[0].Progress(); err != nil {
			answered <- err
			return
		}
		answered <- asked[0].Respond(200, "ETag: \"1\"\r\n", page)
	}()
	check(t, <-answered)
	expect(t, asked[0].Respond(200, "", nil), ErrNotFound)
	check(t, engine.Step())
	check(t, engine.Step())
	equal(t, results, []Status{StatusOK})
	messages, _, err := account.Messages("inbox", 0, "", 10)
	check(t, err)
	equal(t, messages[0].Title, "Hello")
	state := must[FeedState](t)(feed.State())
	equal(t, []any{state.Requests, state.HTTPStatus, responses}, []any{uint64(1), int32(200), []int32{200}})

	force()
	equal(t, panicOf(t, func() {
		for round := 0; round < 3; round++ {
			_ = engine.Step()
		}
	}), "once only")
	check(t, engine.Step())
	equal(t, results, []Status{StatusOK, StatusNetwork})
	check(t, engine.Close())
	expect(t, asked[0].Respond(200, "", nil), ErrClosed)
}

// The loop's own thread calls Go.
func TestTransportOnTheLoop(t *testing.T) {
	engine, account, _ := open(t, EngineOptions{})
	check(t, engine.SetTransport(func(request *Request) {
		if request.Kind == RequestKindSend {
			go func() { _ = request.Fail(StatusTLS, "no certificate") }()
		}
	}))
	check(t, account.LogIn())
	feed := must[*Feed](t)(account.AddFeed("inbox", FeedOptions{URL: "https://example.org/feed", InitialDelay: -1}))
	token := must[Token](t)(feed.RefreshNow(nil))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for event := range engine.Events(ctx).C {
		if event.Kind == EventCompletion {
			equal(t, []any{Token(event.Token), event.Result, event.Text}, []any{token, StatusTLS, "no certificate"})
			return
		}
	}
	t.Error("there was no completion")
}

func TestGoroutinesThatOutliveTheEngine(t *testing.T) {
	engine := must[*Engine](t)(Open(EngineOptions{}))
	account := must[*Account](t)(engine.OpenAccount("ann", nil))
	scope := must[*Scope](t)(engine.OpenScope())
	_, err := scope.Observe(account, "a", 0, func(Event) { _, _ = engine.Total() })
	check(t, err)
	var group sync.WaitGroup
	var started atomic.Int32
	until := func(call func() error) {
		group.Add(1)
		go func() {
			defer group.Done()
			started.Add(1)
			for {
				if err := call(); err != nil {
					expect(t, err, ErrClosed)
					return
				}
			}
		}()
	}
	for index := 0; index < 4; index++ {
		until(func() error { return account.Add("a", 1) })
		until(func() error { _, err := engine.Total(); return err })
		until(func() error { _, _, err := engine.Dispatch(0); return err })
		until(func() error { _, err := engine.NextEvent(context.Background()); return err })
		until(func() error {
			node, err := account.Resolve("a.b")
			if err == nil {
				node.Close()
			}
			return err
		})
	}
	for started.Load() < 20 {
		runtime.Gosched()
	}
	check(t, engine.Close())
	group.Wait()
}

func TestClosingWhatIsUsed(t *testing.T) {
	engine, account, _ := open(t, EngineOptions{})
	for round := 0; round < 50; round++ {
		node := must[*Node](t)(account.Resolve("a"))
		scope := must[*Scope](t)(engine.OpenScope())
		var group sync.WaitGroup
		for index := 0; index < 4; index++ {
			group.Add(2)
			go func() {
				defer group.Done()
				for node.Add(1) == nil {
				}
			}()
			go func() {
				defer group.Done()
				for {
					if _, err := scope.Observe(account, "a", 0, func(Event) {}); err != nil {
						expect(t, err, ErrClosed)
						return
					}
				}
			}()
		}
		node.Close()
		scope.Close()
		group.Wait()
	}
}

func TestFiles(t *testing.T) {
	folder := t.TempDir()
	options := EngineOptions{File: filepath.Join(folder, "a.db")}
	engine := must[*Engine](t)(Open(options))
	account := must[*Account](t)(engine.OpenAccount("ann", nil))
	check(t, account.Set("a", 3))
	_, err := Open(options)
	expect(t, err, ErrLocked)
	check(t, engine.Flush())
	check(t, engine.Verify())
	check(t, engine.Backup(filepath.Join(folder, "b.db"), 0))
	expect(t, engine.Backup(filepath.Join(folder, "b.db"), 0), ErrExists)
	if stats := must[Stats](t)(engine.Stats(0)); stats.FileSize == 0 || stats.Accounts != 1 {
		t.Error(stats)
	}
	equal(t, must[int64](t)(engine.Limit(LimitDepth)), int64(64))
	equal(t, must[int64](t)(engine.SetLimit(LimitNodes, 3)), int64(16_777_216))
	equal(t, must[int64](t)(engine.Limit(LimitNodes)), int64(3))
	_, err = engine.SetLimit(LimitDepth, 5)
	expect(t, err, ErrUnsupported)
	expect(t, Vacuum(options.File), ErrLocked)
	equal(t, engine.SetAside(), "")
	check(t, engine.Close())
	check(t, Vacuum(options.File))
	expect(t, Vacuum(filepath.Join(folder, "none.db")), ErrIO)
	equal(t, must[Recovery](t)(Recover(options.File, filepath.Join(folder, "c.db"))).BadgesSaved, uint64(1))
	damaged := filepath.Join(folder, "b.db")
	bytes := must[[]byte](t)(os.ReadFile(damaged))
	bytes[len(bytes)/2] ^= 0x55
	check(t, os.WriteFile(damaged, bytes, 0o600))
	engine = must[*Engine](t)(Open(EngineOptions{File: damaged, Flags: EngineSetAside}))
	if !strings.Contains(engine.SetAside(), "b.db.damaged") {
		t.Error(engine.SetAside())
	}
	check(t, engine.Close())
}

func Example() {
	engine, err := Open(EngineOptions{}) // In memory; with File it is stored.
	if err != nil {
		panic(err)
	}
	defer engine.Close()
	account, _ := engine.OpenAccount("ann", nil)
	_ = account.Set("root.chat.bo", 3)
	_ = account.Dot("root.promo")
	badge, _ := account.Get("root")
	status, _ := account.Clear("root")
	dot, _ := account.Get("root.promo")
	fmt.Println(badge, dot, status)
	fmt.Println(errors.Is(account.Set("a..b", 1), ErrPath))
	// Output:
	// 3 dot TALLY_HELD
	// true
}

func TestItemsOfManyAccounts(t *testing.T) {
	engine, account, _ := open(t, EngineOptions{Flags: EngineHostDriven})
	life, unit := int32(10), UnitDay
	items := []Item{
		{Account: "ann", ID: "1", Operations: []Operation{
			{Kind: OpAdd, Path: "chat.bo", Value: 2}, {Kind: OpDot, Path: "mail"}}},
		{Account: "bo", Operations: []Operation{
			{Kind: OpPost, Path: "in", Message: &MessageOptions{Title: "Hello"}},
			{Kind: OpReminderPut, ID: "milk", Reminder: &ReminderOptions{ShelfLife: &life, ShelfUnit: &unit}}}},
		{Account: "ann", ID: "1", Operations: []Operation{{Kind: OpAdd, Path: "chat.bo", Value: 2}}},
		{Account: "cy", Operations: []Operation{{Kind: OpSet, Path: "a", Value: -1}}},
	}
	options := &ItemsOptions{Source: "log", Epoch: 1, Position: 4}
	status, err := engine.Batch(items, options)
	check(t, err)
	if status != StatusPartial || items[0].Status != StatusOK || items[1].Operations[0].Key == 0 ||
		items[2].Status != StatusAlreadyApplied || items[3].Status != StatusRange {
		t.Fatal(status, items)
	}
	if badge, err := account.Get("root"); err != nil || badge.Count != 2 {
		t.Fatal(badge, err)
	}
	equal(t, must[Position](t)(engine.Position("log")), Position{Epoch: 1, Position: 4})
	options.Epoch = 0
	_, err = engine.Batch(items, options)
	expect(t, err, ErrStaleEpoch)
	if _, err = engine.Batch(nil, nil); err != nil {
		t.Fatal(err)
	}
}

func TestAnotherEngineTakesThePlaceOfTheFirst(t *testing.T) {
	engine, account, _ := open(t, EngineOptions{Flags: EngineHostDriven})
	other := must[*Engine](t)(Open(EngineOptions{Flags: EngineHostDriven}))
	defer other.Close()
	body := strings.Repeat("y", 1000) // More than the first buffer holds.
	items := []Item{{Account: "ann", ID: "1", Operations: []Operation{
		{Kind: OpPost, Path: "in", Message: &MessageOptions{Body: body}}}}}
	must[Status](t)(engine.Batch(items, &ItemsOptions{Source: "log", Position: 1}))
	imports := []Import{
		{Account: "ann", Bytes: must[[]byte](t)(engine.ExportAccount("ann"))},
		{Bytes: must[[]byte](t)(engine.ExportSource("log"))},
		{Account: "bad", Bytes: []byte("bytes")},
		{Account: "empty"},
	}
	equal(t, must[Status](t)(other.Import(imports, 0)), StatusPartial)
	equal(t, []Status{imports[0].Status, imports[1].Status, imports[2].Status, imports[3].Status},
		[]Status{StatusOK, StatusOK, StatusMalformed, StatusMalformed})
	equal(t, must[[]byte](t)(other.ExportAccount("ann")), imports[0].Bytes)
	equal(t, must[[]byte](t)(other.ExportSource("log")), imports[1].Bytes)
	ann := must[*Account](t)(other.OpenAccount("ann", nil))
	messages, _, err := ann.Messages("in", 0, "", 1)
	check(t, err)
	equal(t, []any{messages[0].Key, messages[0].Body}, []any{items[0].Operations[0].Key, body})

	equal(t, must[Status](t)(other.Import(imports[:1], 0)), StatusPartial)
	equal(t, imports[0].Status, StatusExists)
	equal(t, must[Status](t)(other.Import(imports[:2], ImportReplace)), StatusOK)
	equal(t, must[Status](t)(other.Import(nil, 0)), StatusOK)
	_, err = other.Import([]Import{{Account: "b\x00"}}, 0)
	expect(t, err, ErrArgument)
	_, err = other.Import(nil, 1<<31)
	expect(t, err, ErrArgument)
	_, err = other.ExportAccount("bo")
	expect(t, err, ErrNotFound)
	_, err = other.ExportSource("none")
	expect(t, err, ErrNotFound)
	_, err = other.ExportAccount("b\x00")
	expect(t, err, ErrArgument)
	check(t, account.Set("a", 1)) // The first engine goes on.
}
