using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Tally.Tests
{
    /// <summary>The ends of objects: disposed of once or twice, in any order, or forgotten.</summary>
    internal sealed class LifetimeTests
    {
        private static readonly TimeSpan Hang = TimeSpan.FromSeconds(Runner.HangSeconds);

        /// <summary>A stack may still have the address of an object, so a few are not collected.</summary>
        private const int Many = 20;
        private const int Left = 5;

        /// <summary>Collects until a condition holds.</summary>
        private static void CollectUntil(Func<bool> holds, string what)
        {
            DateTime end = DateTime.UtcNow + Hang;
            while (!holds())
            {
                Check.True(DateTime.UtcNow < end, what);
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        }

        /// <summary>Runs on a stack of its own, on which nothing stays that refers to objects.</summary>
        private static T Elsewhere<T>(Func<T> body)
        {
            T result = default(T);
            var thread = new Thread(() => result = body());
            thread.Start();
            thread.Join();
            return result;
        }

        [Test]
        internal void DisposingTwiceDoesNothing()
        {
            var engine = new Engine();
            Account ann = engine.OpenAccount("ann");
            Scope scope = engine.OpenScope();
            Subscription subscription = scope.Observe(ann, "root", each => { });
            Feed feed = ann.Feeds.Add("f");
            Node node = ann.Resolve("a");
            Snapshot snapshot = ann.TakeSnapshot();
            var all = new IDisposable[] { subscription, node, feed, snapshot, scope, ann, engine };
            foreach (IDisposable each in all.Concat(all)) each.Dispose();
            engine.Close();
        }

        [Test]
        internal void ObjectsMayEndInAnyOrder()
        {
            foreach (int turn in Enumerable.Range(0, 7))
            {
                var engine = new Engine();
                Account ann = engine.OpenAccount("ann");
                Scope scope = engine.OpenScope();
                var all = new IDisposable[] { engine, ann, scope, scope.Observe(ann, "root", each => { }),
                    ann.Feeds.Add("f"), ann.Resolve("a"), ann.TakeSnapshot() };
                foreach (int at in Enumerable.Range(0, 7)) all[(turn + at) % 7].Dispose();
            }
        }

        [Test]
        internal void DisposedIsDisposed()
        {
            var engine = new Engine();
            Account ann = engine.OpenAccount("ann"), other = engine.OpenAccount("ann");
            Scope scope = engine.OpenScope();
            ann.Dispose();
            Check.Throws<ObjectDisposedException>(() => ann.Dot("a"));
            other.Dot("a");
            Snapshot snapshot = other.TakeSnapshot();
            engine.Dispose();
            Check.Throws<ObjectDisposedException>(() => engine.OpenAccount("ann"));
            Check.Throws<ObjectDisposedException>(() => engine.NextEvent(TimeSpan.Zero));
            Check.Fails(Status.Closed, () => other.Dot("a"));
            Check.Fails(Status.Closed, () => scope.Observe(other, "root"));
            // A snapshot belongs to no engine.
            Check.True(snapshot.Encode().Length > 0, "a snapshot");
            snapshot.Dispose();
            Check.Throws<ObjectDisposedException>(() => snapshot.Encode());
        }

        [Test]
        internal void ClosingWaitsForCallsInProgressAndWakesThem()
        {
            var engine = new Engine();
            Account ann = engine.OpenAccount("ann");
            var begun = new CountdownEvent(4);
            var wrong = new List<Exception>();
            List<Thread> threads = Enumerable.Range(0, 4).Select(number => new Thread(() =>
            {
                begun.Signal();
                try
                {
                    while (true)
                    {
                        engine.NextEvent();
                        engine.GetTotal();
                    }
                }
                catch (ObjectDisposedException) { }
                catch (TallyException closed) when (closed.Status == Status.Closed) { }
                catch (Exception other)
                {
                    lock (wrong) wrong.Add(other);
                }
            })).ToList();
            threads.ForEach(each => each.Start());
            begun.Wait();
            engine.Close();
            Check.True(threads.All(each => each.Join(Hang)), "a thread does not end");
            Check.Same(0, wrong.Count);
            Check.Fails(Status.Closed, () => ann.Dot("a"));
        }

        [Test]
        internal void AForgottenHandleIsReleased()
        {
            using (var engine = new Engine())
            {
                WeakReference[] handles = Elsewhere(() =>
                    Enumerable.Range(0, Many).SelectMany(round => ForgetHandles(engine)).ToArray());
                CollectUntil(() => handles.Count(each => each.IsAlive) <= Left, "the handles are not released");
                using (Account ann = engine.OpenAccount("ann")) ann.Dot("a");
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static WeakReference[] ForgetHandles(Engine engine)
        {
            Account ann = engine.OpenAccount("ann");
            return new[] { HandleOf(ann), HandleOf(ann.Feeds.Add("f")), HandleOf(ann.TakeSnapshot()) };
        }

        /// <summary>A reference that ends after the handle's finalizer has run.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static WeakReference HandleOf(object owner)
        {
            return new WeakReference(owner.GetType().GetProperty("Handle", BindingFlags.Instance | BindingFlags.NonPublic)
                ?.GetValue(owner) ?? owner.GetType().GetField("Handle", BindingFlags.Instance | BindingFlags.NonPublic)
                .GetValue(owner), true);
        }

        /// <summary>A file is free when its engine is released, although its listener refers to the engine.</summary>
        [Test]
        internal void AForgottenEngineIsReleased()
        {
            string folder = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())).FullName;
            string[] files = Enumerable.Range(0, Many).Select(each => Path.Combine(folder, $"{each}.db")).ToArray();
            WeakReference[] listeners = Elsewhere(() => files.Select(Forget).ToArray());
            CollectUntil(() => files.Count(IsLocked) <= Left, "the engines are not released");
            CollectUntil(() => listeners.Count(each => each.IsAlive) <= Left, "the listeners are not released");
            Directory.Delete(folder, true);
        }

        private static bool IsLocked(string file)
        {
            try
            {
                using (var engine = new Engine(file))
                using (Account ann = engine.OpenAccount("ann")) Check.Same(3UL, ann.Get("root").Count);
                return false;
            }
            catch (TallyException locked) when (locked.Status == Status.Locked)
            {
                return true;
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static WeakReference Forget(string file)
        {
            var engine = new Engine(new EngineOptions { File = file, Log = (level, text) => { } });
            Account ann = engine.OpenAccount("ann");
            Action<TallyEvent> listener = each => GC.KeepAlive(engine);
            engine.OpenScope().Observe(ann, "root", listener);
            ann.Set("a", 3);
            ann.Feeds.Add("f");
            ann.Resolve("a.b");
            ann.TakeSnapshot();
            return new WeakReference(listener);
        }

        [Test]
        internal void AScopesObserversLiveAsLongAsItIsOpen()
        {
            using (var engine = new Engine())
            using (Account ann = engine.OpenAccount("ann"))
            {
                var count = 0;
                Elsewhere(() => engine.OpenScope().Observe(ann, "root", each => count++).Token);
                for (var round = 0; round < 5; round++)
                {
                    GC.Collect();
                    GC.WaitForPendingFinalizers();
                }
                ann.Dot("a");
                engine.Dispatch();
                Check.Same(1, count);
            }
        }

        [Test]
        internal void AListenerIsReleasedWithItsSubscription()
        {
            using (var engine = new Engine())
            using (Account ann = engine.OpenAccount("ann"))
            using (Scope scope = engine.OpenScope())
            {
                WeakReference[] targets = Elsewhere(() => Enumerable.Range(0, Many).Select(round =>
                {
                    var target = new object();
                    scope.Observe(ann, "root", each => GC.KeepAlive(target)).Dispose();
                    return new WeakReference(target);
                }).ToArray());
                CollectUntil(() => targets.Count(each => each.IsAlive) <= Left, "the listeners are kept");
                Check.Same(0UL, engine.GetStats().Observers);
            }
        }

        private sealed class Clock : IClock
        {
            internal Action Reading;

            public DateTimeOffset Wall
            {
                get
                {
                    Reading?.Invoke();
                    return DateTimeOffset.FromUnixTimeMilliseconds(1767225600000);
                }
            }

            public TimeSpan Elapsed => TimeSpan.FromSeconds(1);
        }

        [Test]
        internal void AClockMayThrowButNotCallTheLibrary()
        {
            var clock = new Clock();
            using (var engine = new Engine(new EngineOptions { Flags = EngineFlags.HostDriven, Clock = clock }))
            using (Account ann = engine.OpenAccount("ann"))
            {
                var found = new List<Status>();
                clock.Reading = () =>
                {
                    found.Add(Check.Fails(Status.Thread, () => ann.Dot("a")).Status);
                    found.Add(Check.Fails(Status.Thread, () => engine.GetTotal()).Status);
                    throw new InvalidOperationException("late");
                };
                Check.Same("late", Check.Throws<InvalidOperationException>(engine.Step).Message);
                Check.True(found.Count > 0, "the clock was read");
                clock.Reading = null;
                engine.Step();
            }
        }

        [Test]
        internal void AZoneFunctionMayThrow()
        {
            var zones = 0;
            var options = new EngineOptions
            {
                Zone = "Here/There",
                ZoneFile = name =>
                {
                    Interlocked.Increment(ref zones);
                    throw new InvalidOperationException(name);
                },
            };
            using (var engine = new Engine(options))
            {
                Check.Fails(Status.NotFound, () => engine.SetZone("No/Where"));
                Check.Throws<InvalidOperationException>(() => engine.NextEvent(TimeSpan.Zero));
                Check.True(zones > 0, "no zone was read");
            }
        }
    }
}
