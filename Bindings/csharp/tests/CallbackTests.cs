using System;
using System.Collections.Generic;
using System.Linq;

namespace Tally.Tests
{
    /// <summary>Observers, widgets and views.</summary>
    internal sealed class CallbackTests
    {
        internal static void With(Action<Engine, Account, Scope> body)
        {
            using (var engine = new Engine())
            using (Account account = engine.OpenAccount("ann"))
            using (Scope scope = engine.OpenScope()) body(engine, account, scope);
        }

        [Test]
        internal void ListenersGetEventsAndOthersStay() => With((engine, ann, scope) =>
        {
            var found = new List<string>();
            Subscription first = scope.Observe(ann, "root", each => found.Add($"{each.Text} {each.Shown}"), subtree: true);
            Subscription silent = scope.Observe(ann, "b");
            ann.Set("a", 2);
            ann.Dot("b");
            Check.Same(3, engine.Dispatch());
            Check.Same("root.a 2,root 2,root.b dot", string.Join(",", found));
            TallyEvent other = engine.NextEvent(TimeSpan.Zero);
            Check.Same(silent.Token, other.Token);
            Check.Same("root.b", other.Text);
            first.Dispose();
            ann.Set("a", 3);
            Check.Same(0, engine.Dispatch());
            Check.Same(3, found.Count);
        });

        [Test]
        internal void TheSameListenerTwiceIsTwoObservers() => With((engine, ann, scope) =>
        {
            var count = 0;
            Action<TallyEvent> listener = each => count++;
            Subscription first = scope.Observe(ann, "root", listener);
            scope.Observe(ann, "root", listener);
            ann.Dot("a");
            engine.Dispatch();
            Check.Same(2, count);
            first.Dispose();
            ann.Set("a", 2);
            engine.Dispatch();
            Check.Same(3, count);
        });

        [Test]
        internal void AnExceptionOfAListenerComesOutAndTheOthersAreCalled() => With((engine, ann, scope) =>
        {
            var count = 0;
            scope.Observe(ann, "root", each => throw new InvalidOperationException("first"));
            scope.Observe(ann, "root", each => count++);
            scope.Observe(ann, "root", each => throw new InvalidOperationException("third"));
            ann.Dot("a");
            Check.Same("first", Check.Throws<InvalidOperationException>(() => engine.Dispatch()).Message);
            Check.Same(1, count);
            Check.Same(0, engine.Dispatch());
            ann.Set("a", 2);
            Check.Throws<InvalidOperationException>(() => engine.NextEvent(TimeSpan.Zero));
        });

        [Test]
        internal void AListenerMayCallAnything() => With((engine, ann, scope) =>
        {
            var found = new List<string>();
            Subscription own = null;
            own = scope.Observe(ann, "a", each =>
            {
                own.Dispose();
                ann.Dot("b");
            });
            scope.Observe(ann, "b", each =>
            {
                found.Add(each.Text);
                engine.Close();
            });
            ann.Dot("a");
            Check.Throws<ObjectDisposedException>(() => engine.Dispatch());
            Check.Same("root.b", found.Single());
            Check.Fails(Status.Closed, () => ann.Dot("a"));
        });

        [Test]
        internal void ASubscriptionThatEndedGetsNothingThatWasNoted() => With((engine, ann, scope) =>
        {
            var count = 0;
            Subscription second = null;
            scope.Observe(ann, "root", each => second.Dispose());
            second = scope.Observe(ann, "root", each => count++);
            ann.Dot("a");
            engine.Dispatch();
            Check.Same(0, count);
        });

        [Test]
        internal void WidgetsAreDrawnAndViewsClear() => With((engine, ann, scope) =>
        {
            var drawn = new List<string>();
            Subscription widget = scope.Bind(ann, "a", (path, drawing) =>
                drawn.Add($"{path} {drawing.Style.Kind} {drawing.Text}"));
            engine.Dispatch();
            ann.Set("a", 100);
            engine.Dispatch();
            scope.RefreshWidgets();
            engine.Dispatch();
            Check.Same("root.a None ,root.a Number 99+,root.a Number 99+", string.Join(",", drawn));
            widget.Dispose();
            using (Subscription view = scope.BeginView(ann, "a"))
            {
                Check.True(!view.IsHeld, "nothing below shows a badge");
                ann.Set("a", 5);
                Check.Same("nothing", ann.Get("a").ToString());
            }
            ann.Set("a", 5);
            Check.Same("5", ann.Get("a").ToString());
            Check.Same(0, engine.Dispatch());
        });

        [Test]
        internal void ObservingFailsWithoutKeepingTheListener() => With((engine, ann, scope) =>
        {
            Check.Fails(Status.Path, () => scope.Observe(ann, "a..b", each => { }));
            Check.Throws<ArgumentNullException>(() => scope.Observe(null, "a", each => { }));
            Check.Throws<ArgumentNullException>(() => scope.Bind(ann, "a", null));
            Check.Same(0UL, engine.GetStats().Observers);
        });
    }
}
