using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Tally.Tests
{
    /// <summary>Notify, tasks, the host's transport and the log.</summary>
    internal sealed class WaitingTests
    {
        private static readonly TimeSpan Hang = TimeSpan.FromSeconds(Runner.HangSeconds);
        private static readonly byte[] Page = Encoding.UTF8.GetBytes(
            "{\"cursor\":\"1\",\"items\":[{\"id\":\"1\",\"path\":\"chat.bo\",\"count\":2,\"title\":\"Grüße 😀\"}]}");

        private static void With(Action<Engine, Account, Scope> body) => CallbackTests.With(body);

        [Test]
        internal void NotifyWakesTheHost() => With((engine, ann, scope) =>
        {
            var woken = new ManualResetEventSlim();
            engine.SetNotify(woken.Set);
            scope.Observe(ann, "root", each => { });
            ann.Dot("a");
            Check.True(woken.Wait(Hang), "notify was not called");
            engine.SetNotify(null);
            Check.Same(1, engine.Dispatch());
            engine.SetNotify(() => throw new InvalidOperationException("notify"));
            ann.Set("a", 2);
            // The thread that is notified may be the library's.
            Check.Same("notify", Check.Throws<InvalidOperationException>(() =>
            {
                while (true) engine.NextEvent(TimeSpan.FromMilliseconds(1));
            }).Message);
        });

        /// <summary>The runtime must be able to stop a thread of the library's that has called C#.</summary>
        [Test]
        internal void CollectionsGoOnAfterACallOnTheLibrarysThread() => With((engine, ann, scope) =>
        {
            var thread = 0;
            var woken = new ManualResetEventSlim();
            scope.Observe(ann, "root", each => { });
            ann.Set("a", 1, until: DateTimeOffset.UtcNow.AddMilliseconds(300));
            engine.Dispatch();
            engine.SetNotify(() =>
            {
                thread = Thread.CurrentThread.ManagedThreadId;
                woken.Set();
            });
            Check.True(woken.Wait(Hang), "notify was not called");
            for (var round = 0; round < 5; round++) GC.Collect();
            Check.True(thread != Thread.CurrentThread.ManagedThreadId, "it was another thread");
        });

        [Test]
        internal void TasksWaitForEventsAndAreCancelled() => With((engine, ann, scope) =>
        {
            scope.Observe(ann, "root");
            Task<TallyEvent> waiting = engine.NextEventAsync();
            ann.Set("a", 2);
            Check.True(waiting.Wait(Hang), "the event did not come");
            Check.Same("2", waiting.Result.Shown);
            using (var cancellation = new CancellationTokenSource())
            {
                Task<TallyEvent> cancelled = engine.NextEventAsync(cancellation.Token);
                cancellation.Cancel();
                Check.Throws<AggregateException>(() => cancelled.Wait(Hang));
                Check.True(cancelled.IsCanceled, "the task is cancelled");
            }
            Task running = engine.RunEventsAsync();
            engine.Close();
            Check.True(running.Wait(Hang), "the loop did not end with the engine");
        });

        [Test]
        internal void ALoopOfEventsIsCancelled() => With((engine, ann, scope) =>
        {
            var called = new ManualResetEventSlim();
            scope.Observe(ann, "root", each => called.Set());
            using (var cancellation = new CancellationTokenSource())
            {
                Task running = engine.RunEventsAsync(cancellation.Token);
                ann.Dot("a");
                Check.True(called.Wait(Hang), "the listener was not called");
                cancellation.Cancel();
                Check.True(running.Wait(Hang), "the loop did not end");
            }
            ann.Set("a", 2);
            Check.Same(1, engine.Dispatch());
        });

        /// <summary>A wait without a limit consists of shorter ones, and an interrupt ends all of it.</summary>
        [Test]
        internal void AnInterruptEndsOneWait() => With((engine, ann, scope) =>
        {
            scope.Observe(ann, "root");
            engine.Interrupt();
            engine.Interrupt();
            Check.Same(null, engine.NextEvent());
            Check.Same(null, engine.NextEvent(TimeSpan.FromMilliseconds(1100)));
            ann.Set("a", 7, until: DateTimeOffset.UtcNow.AddMilliseconds(1200));
            Check.Same("7", engine.NextEvent().Shown);
            Check.Same("nothing", engine.NextEvent().Shown);
        });

        private sealed class Transport : ITransport
        {
            internal readonly List<string> Sent = new List<string>();
            internal Action<Request> Sending;
            internal int Cancelled;

            public void Send(Request request)
            {
                Sent.Add($"{request.Method} {request.Url}");
                Sending(request);
            }

            public void Cancel(long request) => Interlocked.Increment(ref Cancelled);
        }

        [Test]
        internal void AForcedRefreshIsATask() => With((engine, ann, scope) =>
        {
            var transport = new Transport();
            transport.Sending = request => engine.Respond(request.Id, 200, "ETag: \"1\"\r\n", Page);
            engine.SetTransport(transport);
            using (Feed feed = ann.Feeds.Add("inbox", new FeedOptions { Url = "https://example.org/feed" }))
            {
                ann.SetCredential("https://example.org", new Credential { Kind = CredentialKind.Bearer, Secret = "s" });
                ann.LogIn();
                Task running = engine.RunEventsAsync();
                Task<TallyEvent> refresh = feed.RefreshNowAsync();
                Check.True(refresh.Wait(Hang), "the refresh did not end");
                Check.Same(Status.Ok, refresh.Result.Result);
                Check.Same(200, refresh.Result.HttpStatus);
                Check.Same(200, feed.GetInfo().State.HttpStatus);
                Check.Same("GET https://example.org/feed?limit=200", transport.Sent[0]);
                Check.Same("Grüße 😀", ann.Messages.List(subtree: true).Single().Title);
                Check.Same(Status.Ok, feed.GetInfo().State.Result);
                engine.Close();
                Check.True(running.Wait(Hang), "the loop did not end");
            }
        });

        [Test]
        internal void ALogGetsLinesAndMayThrow()
        {
            var lines = new List<string>();
            var options = new EngineOptions { Flags = EngineFlags.HostDriven, Log = (level, text) =>
            {
                lines.Add($"{level} {text}");
                throw new InvalidOperationException("the log is full");
            } };
            using (var engine = new Engine(options))
            using (Account ann = engine.OpenAccount("ann"))
            {
                var transport = new Transport();
                transport.Sending = request => engine.Respond(request.Id, 200, $"ETag: {new string('x', 9000)}\n", Page);
                engine.SetTransport(transport);
                using (Feed feed = ann.Feeds.Add("inbox", new FeedOptions { Url = "https://example.org/feed" }))
                {
                    ann.LogIn();
                    feed.Refresh();
                    Check.Same("the log is full", Check.Throws<InvalidOperationException>(() =>
                    {
                        while (true) engine.Step();
                    }).Message);
                    Check.True(lines.Count == 1 && lines[0].StartsWith("Warning ", StringComparison.Ordinal), lines[0]);
                }
            }
        }

        [Test]
        internal void ARefreshEndsWithTheEngine() => With((engine, ann, scope) =>
        {
            var sent = new ManualResetEventSlim();
            engine.SetTransport(new Transport { Sending = request => sent.Set() });
            using (Feed feed = ann.Feeds.Add("inbox", new FeedOptions { Url = "https://example.org/feed" }))
            {
                ann.LogIn();
                Task<TallyEvent> refresh = feed.RefreshNowAsync();
                Check.True(sent.Wait(Hang), "no request");
                engine.Close();
                var failed = Check.Throws<AggregateException>(() => refresh.Wait(Hang));
                Check.Same(Status.Closed, ((TallyException)failed.InnerException).Status);
            }
        });

        [Test]
        internal void AnExceptionOfATransportFailsItsRequest() => With((engine, ann, scope) =>
        {
            TallyException refused = null;
            engine.SetTransport(new Transport
            {
                Sending = request =>
                {
                    refused = Check.Fails(Status.Thread, engine.Dispose);
                    throw new InvalidOperationException("no network here");
                },
            });
            using (Feed feed = ann.Feeds.Add("inbox", new FeedOptions { Url = "https://example.org/feed" }))
            {
                ann.LogIn();
                Task<TallyEvent> refresh = feed.RefreshNowAsync();
                Check.Throws<InvalidOperationException>(() =>
                {
                    while (true) engine.NextEvent(TimeSpan.FromMilliseconds(10));
                });
                while (!refresh.IsCompleted) engine.NextEvent(TimeSpan.FromMilliseconds(10));
                Check.Same(Status.Network, refresh.Result.Result);
                Check.Same("no network here", refresh.Result.Text);
                Check.True(refused != null, "the engine stayed open");
            }
        });
    }
}
