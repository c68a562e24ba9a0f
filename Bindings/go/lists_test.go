package tally

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// Own badges, look-ups, observers of all feeds, long lists, and the memory of what comes out.

func TestOwnBadges(t *testing.T) {
	_, account, _ := open(t, EngineOptions{})
	end := time.Now().Add(time.Hour).Truncate(time.Millisecond)
	check(t, account.SetUntil("a", 3, end))
	check(t, account.Set("a.b", 4))
	check(t, account.Mute("a", MuteNumber, end.Add(time.Hour)))
	own := must[OwnBadge](t)(account.GetOwn("a"))
	equal(t, []any{own.Kind, own.Count, own.Mute}, []any{KindNumber, uint64(3), MuteNumber})
	if !own.Until.Equal(end) || !own.MuteUntil.Equal(end.Add(time.Hour)) {
		t.Error(own)
	}
	check(t, account.Dot("dot"))
	equal(t, must[OwnBadge](t)(account.GetOwn("dot")), OwnBadge{Kind: KindDot})
	equal(t, must[OwnBadge](t)(account.GetOwn("none")), OwnBadge{})
	_, err := account.GetOwn("a..b")
	expect(t, err, ErrPath)
}

func TestLookUps(t *testing.T) {
	engine, account, _ := open(t, EngineOptions{Flags: EngineHostDriven})
	check(t, account.LogIn())
	title := strings.Repeat("x", 20000) // More than the first buffer holds.
	key := must[int64](t)(account.Post("in", MessageOptions{ID: "post", Title: title}))
	equal(t, must[Message](t)(account.Message(key)).Title, title)
	equal(t, must[Message](t)(account.FindMessage(0, "post")).Key, key)
	feed := must[*Feed](t)(account.AddFeed("inbox", FeedOptions{}))
	check(t, feed.Deliver([]byte(`{"cursor":"1","items":[{"id":"1","path":"in"}]}`)))
	id := must[FeedState](t)(feed.State()).ID
	equal(t, must[Message](t)(account.FindMessage(id, "1")).Feed, id)
	equal(t, must[FeedState](t)(must[*Feed](t)(account.FindFeedByID(id)).State()).ID, id)
	state := must[AccountState](t)(account.State())
	equal(t, must[AccountState](t)(must[*Account](t)(engine.FindAccount(state.ID)).State()), state)
	_, err := account.Message(key + 1000)
	expect(t, err, ErrNotFound)
	_, err = account.FindMessage(id, "post")
	expect(t, err, ErrNotFound)
	_, err = account.FindFeedByID(id + 1000)
	expect(t, err, ErrNotFound)
	_, err = engine.FindAccount(1000)
	expect(t, err, ErrNotFound)
}

func TestSkippedReminders(t *testing.T) {
	_, account, _ := open(t, EngineOptions{Flags: EngineHostDriven})
	file := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n" +
		"BEGIN:VTODO\r\nUID:good\r\nDUE;VALUE=DATE:20260504\r\nEND:VTODO\r\n"
	for index := 0; index < 100; index++ {
		file += fmt.Sprintf("BEGIN:VTODO\r\nUID:lost%d\r\nDUE;TZID=Europe/Atlantis:20260504T100000\r\nEND:VTODO\r\n", index)
	}
	report, skipped, err := account.ImportReminders([]byte(file + "END:VCALENDAR\r\n"))
	check(t, err)
	equal(t, report, ImportReport{Taken: 1, Skipped: 100})
	equal(t, len(skipped), 100)
	equal(t, skipped[0], SkippedEntry{Line: 8, UID: "lost0", Reason: "there is no zone 'Europe/Atlantis'"})
	must[Reminder](t)(account.Reminder("good"))
	_, _, err = account.ImportReminders([]byte("no calendar"))
	expect(t, err, ErrMalformed)
}

// An observer of all feeds and one of reminders are called for events that have no token of their own.
func TestObserversOfAllFeeds(t *testing.T) {
	wall, elapsed := time.UnixMilli(1767225600000), time.Duration(0)
	engine, ann, scope := open(t, EngineOptions{Flags: EngineHostDriven, Zone: "UTC",
		Clock: func() (time.Time, time.Duration) { return wall, elapsed }})
	bo := must[*Account](t)(engine.OpenAccount("bo", nil))
	check(t, ann.LogIn())
	check(t, bo.LogIn())
	var told []string
	telling := func(who string) func(Event) {
		return func(event Event) { told = append(told, who+" "+event.Text) }
	}
	var token uint64
	all := must[Token](t)(scope.ObserveFeeds(nil, func(event Event) {
		token = event.Token
		telling("all")(event)
	}))
	must[Token](t)(scope.ObserveFeeds(bo, telling("bo")))
	must[Token](t)(scope.ObserveReminders(nil, telling("reminders")))
	must[Token](t)(scope.ObserveReminders(bo, telling("bo's")))
	_, err := scope.ObserveFeeds(nil, nil)
	expect(t, err, ErrArgument)
	inbox := must[*Feed](t)(ann.AddFeed("inbox", FeedOptions{Title: "Inbox"}))
	other := must[*Feed](t)(bo.AddFeed("other", FeedOptions{Title: "Other"}))
	check(t, inbox.Deliver([]byte(`{"cursor":"1","items":[]}`)))
	event := must[*Event](t)(engine.PollEvent())
	equal(t, []any{event.Kind, event.Token, token}, []any{EventSynced, uint64(0), uint64(all)})
	check(t, other.Deliver([]byte(`{"cursor":"1","items":[]}`)))
	_, _, err = engine.Dispatch(0)
	check(t, err)
	equal(t, told, []string{"all Inbox", "all Other", "bo Other"})
	scope.Unobserve(all)
	check(t, ann.PutReminder("milk", ReminderOptions{Produced: Int32(20260101), ShelfLife: Int32(20),
		ShelfUnit: Given(UnitYear), Smart: Given(SmartOff), TimeOfDay: Int32(3600), RepeatUnit: Given(UnitDay),
		RepeatEvery: Int32(1), End: Int32(20401231)}))
	wall, elapsed, told = wall.Add(24*time.Hour), elapsed+24*time.Hour, nil
	check(t, engine.Step())
	_, _, err = engine.Dispatch(0)
	check(t, err)
	equal(t, told, []string{"reminders milk"})
}

const many = 10100

func withManyBadges(t *testing.T) *Account {
	t.Helper()
	_, account, _ := open(t, EngineOptions{})
	begin := must[Changes](t)(account.Changes(0, 0)).Revision
	operations := make([]Operation, many)
	for index := range operations {
		operations[index] = Operation{Kind: OpSet, Path: fmt.Sprint("l.n", index), Value: 1}
	}
	_, _, err := account.Batch(operations, nil)
	check(t, err)
	changes := must[Changes](t)(account.Changes(begin, 0)) // They are of one transaction, so they come in one call.
	equal(t, []any{len(changes.Entries), changes.Status}, []any{many + 2, StatusOK})
	return account
}

// A list that is longer than one call's is whole, and ends.
func TestLongLists(t *testing.T) {
	account := withManyBadges(t)
	list, revision, err := account.List("l", ListChildren)
	check(t, err)
	paths := map[string]bool{}
	for _, entry := range list {
		paths[entry.Path] = true
	}
	equal(t, []int{len(list), len(paths)}, []int{many, many})
	page := must[BadgePage](t)(account.ListPage("l", ListChildren, "", many))
	equal(t, []any{len(page.Entries), page.More, page.Revision}, []any{10000, true, revision})
	reasons, next, err := account.Explain("l", "", 2*many)
	check(t, err)
	equal(t, []any{len(reasons), next}, []any{many, ""})
	reasons, next, err = account.Explain("l", "", many-1)
	check(t, err)
	equal(t, len(reasons), many-1)
	reasons, next, err = account.Explain("l", next, many)
	check(t, err)
	equal(t, []any{len(reasons), next}, []any{1, ""})
}

// resident returns the bytes of memory that the process has.
func resident(t *testing.T) int {
	t.Helper()
	var all, pages int
	_, err := fmt.Sscan(string(must[[]byte](t)(os.ReadFile("/proc/self/statm"))), &all, &pages)
	check(t, err)
	return pages * os.Getpagesize()
}

// Bytes and rows that C has allocated are released: the exports have several times the memory that may be in use.
func TestMemoryOfCIsReleased(t *testing.T) {
	account := withManyBadges(t)
	size := len(must[[]byte](t)(account.ExportAccount()))
	before, total, allowed := resident(t), 0, 64<<20
	for ; total < 3*allowed; total += size {
		must[[]byte](t)(account.ExportAccount())
	}
	if grown := resident(t) - before; grown > allowed {
		t.Errorf("after %d bytes of exports the process has %d bytes more", total, grown)
	}
}

func TestAListCanBeContinuedFromItsEnd(t *testing.T) {
	_, account, _ := open(t, EngineOptions{Flags: EngineHostDriven})
	terms := ReminderOptions{ShelfLife: Given(int32(7)), ShelfUnit: Given(UnitDay)}
	check(t, account.PutReminder("milk", terms))
	notes, end, err := account.ReminderLog(ListFollow, "", 100)
	check(t, err)
	if len(notes) == 0 || end == "" {
		t.Fatal(notes, end)
	}
	rest, next, err := account.ReminderLog(ListFollow, end, 100)
	check(t, err)
	equal(t, []any{len(rest), next}, []any{0, end})
	check(t, account.PutReminder("eggs", terms))
	rest, _, err = account.ReminderLog(ListFollow, end, 100)
	check(t, err)
	equal(t, rest[0].Reminder, "eggs")
	_, next, err = account.ReminderLog(0, "", 100)
	check(t, err)
	equal(t, next, "")
	equal(t, len(must[[]ReminderNote](t)(account.AllReminderLog(ListFollow))), len(notes)+len(rest))
	due := time.Date(2030, 1, 31, 0, 0, 0, 0, time.UTC)
	terms.Start, terms.TimeOfDay = Date(due), TimeOfDay(9*time.Hour)
	equal(t, []int32{*terms.Start, *terms.TimeOfDay}, []int32{20300131, 32_400})
	check(t, account.PutReminder("bread", terms))
}

func TestNamesOfConstants(t *testing.T) {
	equal(t, fmt.Sprint(KindDot, EventKind(1), MessageState(99)), "KindDot "+EventBadge.String()+" MessageState(99)")
	equal(t, []string{(Subtree | ListFollow).String(), ListFlags(0).String()}, []string{"Subtree|ListFollow", "ListFlags(0)"})
	equal(t, fmt.Sprint(ListFollow|1<<20), "ListFollow|ListFlags(1048576)")
}

func TestClosingAnEngineClosesWhatItGaveOut(t *testing.T) {
	engine := must[*Engine](t)(Open(EngineOptions{}))
	account := must[*Account](t)(engine.OpenAccount("ann", nil))
	scope, node := must[*Scope](t)(engine.OpenScope()), must[*Node](t)(account.Resolve("a"))
	feed := must[*Feed](t)(account.AddFeed("inbox", FeedOptions{}))
	must[*Account](t)(engine.OpenAccount("bo", nil)).Close()
	equal(t, len(engine.core.handles.open), 4)
	check(t, engine.Close())
	for _, each := range []*handle{account.handle, scope.handle, node.handle, feed.handle} {
		equal(t, []any{each.isClosed, each.users}, []any{true, 0})
	}
	expect(t, account.Set("a", 1), ErrClosed)
	account.Close()
	_, err := engine.OpenScope()
	expect(t, err, ErrClosed)
}

func TestAllRowsOfAList(t *testing.T) {
	_, account, _ := open(t, EngineOptions{})
	operations := make([]Operation, 2100) // More than two pages.
	for index := range operations {
		operations[index] = Operation{Kind: OpSet, Path: fmt.Sprint("n", index), Value: 1}
	}
	must[uint64](t)(account.BatchEach(operations))
	snapshot := must[*Snapshot](t)(account.Snapshot("root"))
	equal(t, len(must[[]SnapshotEntry](t)(snapshot.AllList("root", Subtree))), len(operations))
	reasons := must[[]Reason](t)(account.AllExplain("root"))
	equal(t, len(reasons), len(operations))
	_, err := account.AllExplain("a..b")
	expect(t, err, ErrPath)
}
