using System.Threading;

namespace Tally.Tests
{
    /// <summary>A program ends although it leaves an engine open, and a thread that waits for events.</summary>
    internal sealed class EndingTests
    {
        private static Engine engine;

        [Test]
        internal void AWaitingThreadIsLeft()
        {
            engine = new Engine(new EngineOptions { Log = (level, text) => { } });
            engine.SetNotify(() => { });
            var begun = new ManualResetEventSlim();
            new Thread(() =>
            {
                begun.Set();
                engine.NextEvent();
            }) { IsBackground = true }.Start();
            engine.RunEventsAsync();
            begun.Wait();
        }
    }
}
