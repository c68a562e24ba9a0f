using System;
using System.Linq;
using Tally;

public static class Hello
{
    public static void Main(string[] arguments)
    {
        using (var engine = new Engine(arguments.FirstOrDefault()))
        using (Account ann = engine.OpenAccount("ann"))
        using (Scope scope = engine.OpenScope())
        {
            scope.Observe(ann, "root", found => Console.WriteLine($"{found.Text}: {found.Shown}"), subtree: true);
            ann.Set("root.chat.bo", 3);
            ann.Dot("root.promo");
            engine.Dispatch(); // Calls the listeners. A task can do so all the time: engine.RunEventsAsync().
            if (ann.Clear("root.chat") == Status.Held)
                Console.WriteLine("chat still shows " + ann.Present("root.chat").Text);
        }
    }
}
