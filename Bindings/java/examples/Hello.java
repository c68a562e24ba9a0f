import dev.tally.Account;
import dev.tally.Engine;
import dev.tally.EngineOptions;
import dev.tally.ObserveFlag;
import dev.tally.Scope;

public class Hello {
    public static void main(String[] arguments) {
        try (Engine engine = Engine.open(new EngineOptions().file(arguments.length > 0 ? arguments[0] : null));
            Account ann = engine.account("ann");
            Scope scope = engine.scope()) {
            scope.observe(ann, "root", event -> System.out.println(event.text() + ": " + event.shown()),
                ObserveFlag.SUBTREE);
            ann.set("root.chat.bo", 3);
            ann.dot("root.promo");
            engine.dispatch(); // Calls the listeners. A thread can do so all the time: new Thread(engine::runEvents).
            if (!ann.clear("root.chat")) System.out.println("chat still shows " + ann.present("root.chat").text());
        }
    }
}
