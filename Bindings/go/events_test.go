package tally

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestEvents(t *testing.T) {
	engine, account, scope := open(t, EngineOptions{})
	_, err := scope.Observe(account, "root", Subtree, nil)
	check(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	events := engine.Events(ctx)
	check(t, account.Set("a", 3))
	equal(t, (<-events.C).Text, "root.a")
	equal(t, (<-events.C).Text, "root")
	check(t, events.Err())
	other := engine.Events(context.Background())
	cancel()
	if _, is := <-events.C; is {
		t.Error("the channel is not closed")
	}
	expect(t, events.Err(), context.Canceled)
	check(t, account.Set("a", 4))
	equal(t, (<-other.C).Text, "root.a")
	check(t, engine.Close())
	for range other.C { // An event that was taken before may still come.
	}
	expect(t, other.Err(), ErrClosed)
}

func TestEventsOfADrivenEngine(t *testing.T) {
	engine, account, scope := open(t, EngineOptions{Flags: EngineHostDriven})
	_, err := scope.Observe(account, "a", 0, nil)
	check(t, err)
	check(t, account.Set("a", 3))
	events := engine.Events(context.Background())
	equal(t, (<-events.C).Text, "root.a")
	if _, is := <-events.C; is {
		t.Error("the channel is not closed")
	}
	check(t, events.Err())
	if event, err := engine.NextEvent(context.Background()); event != nil || err != nil {
		t.Error(event, err)
	}
}

func TestNextEventEndsWithItsContext(t *testing.T) {
	engine, account, scope := open(t, EngineOptions{})
	_, err := scope.Observe(account, "a", 0, nil)
	check(t, err)
	// Others who wait are not disturbed.
	taken := make(chan *Event)
	go func() {
		event, _ := engine.NextEvent(context.Background())
		taken <- event
	}()
	ended := make(chan error)
	ctx, cancel := context.WithCancel(context.Background())
	for index := 0; index < 3; index++ {
		go func() {
			_, err := engine.NextEvent(ctx)
			ended <- err
		}()
	}
	cancel()
	for index := 0; index < 3; index++ {
		expect(t, <-ended, context.Canceled)
	}
	check(t, account.Set("a", 3))
	equal(t, (<-taken).Text, "root.a")

	check(t, account.Set("a", 4))
	_, err = engine.NextEvent(ctx)
	expect(t, err, context.Canceled)
	equal(t, must[*Event](t)(engine.PollEvent()).Count, uint64(4))
	past, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	_, err = engine.NextEvent(past)
	expect(t, err, context.DeadlineExceeded)
}

func TestTimeoutIsForTheGoroutineThatSteps(t *testing.T) {
	engine, account, _ := open(t, EngineOptions{Flags: EngineHostDriven})
	var answers []error
	check(t, engine.SetTransport(func(*Request) {
		answered := make(chan error)
		go func() {
			_, err := engine.Timeout()
			answered <- err
			answered <- engine.Step()
		}()
		answers = append(answers, <-answered, <-answered)
	}))
	check(t, account.LogIn())
	feed := must[*Feed](t)(account.AddFeed("inbox", FeedOptions{URL: "https://example.org/feed"}))
	_, err := feed.RefreshNow(nil)
	check(t, err)
	for len(answers) == 0 {
		check(t, engine.Step())
	}
	expect(t, answers[0], ErrThread)
	expect(t, answers[1], ErrThread)
	_, err = engine.Timeout()
	check(t, err)
}

func TestARefusedCloseLeavesTheEngineOpen(t *testing.T) {
	var engine *Engine
	var answers []error
	options := EngineOptions{Flags: EngineHostDriven, Zone: "Here/There"}
	options.ZoneFile = func(string) []byte {
		if engine != nil {
			answers = append(answers, engine.Close())
		}
		return nil
	}
	engine, account, scope := open(t, options)
	name := "No/Where"
	expect(t, engine.SetZone(&name), ErrNotFound)
	_, err := scope.Observe(account, "a", 0, func(Event) { answers = append(answers, engine.Close()) })
	check(t, err)
	check(t, account.Set("a", 3))
	check(t, engine.Step())
	equal(t, len(answers), 2)
	for _, answer := range answers {
		expect(t, answer, ErrThread)
	}
	equal(t, must[Badge](t)(account.Get("a")).Count, uint64(3))
	check(t, engine.Close())
}

func TestDurations(t *testing.T) {
	for duration, wanted := range map[time.Duration]int64{
		0: 0, 1: 1, -1: -1, time.Millisecond: 1, -time.Millisecond: -1, time.Millisecond + 1: 2, time.Hour: 3600000,
	} {
		equal(t, int64(exactly(duration)), wanted)
	}
	equal(t, durationOf(1500), 1500*time.Millisecond)
	equal(t, durationOf(-1), -time.Millisecond)
	if durationOf(1<<62) < time.Hour {
		t.Error("a duration has become negative")
	}
	_, account, _ := open(t, EngineOptions{})
	_, err := account.AddFeed("inbox", FeedOptions{Interval: 50 * time.Millisecond})
	expect(t, err, ErrRange)
	feed := must[*Feed](t)(account.AddFeed("inbox", FeedOptions{Interval: 100 * time.Millisecond}))
	feed.Close()
}

func TestUnknownFlagsAreRejected(t *testing.T) {
	_, account, _ := open(t, EngineOptions{})
	_, _, err := account.List("root", Subtree|1<<30)
	expect(t, err, ErrArgument)
	if !errors.Is(err, ErrArgument) {
		t.Error(err)
	}
}
