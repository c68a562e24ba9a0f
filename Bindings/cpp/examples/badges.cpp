// Watches badges from a loop of the program's own, and sets some.
//     g++ -std=c++17 badges.cpp $(pkg-config --cflags --libs tally) -o badges && ./badges
#include <poll.h>

#include <iostream>
#include <tally.hpp>

int main() try {
    tally::engine engine;  // In memory; with {options.file = "badges.db"} it is stored.
    tally::account account = engine.open_account("ann");
    tally::scope scope = engine.open_scope();
    int told = 0;
    scope.observe(account, "root", tally::observe_flags::subtree, [&](const tally::event &event) {
        std::cout << event.text << " shows " << tally::shown(event) << "\n";
        ++told;
    });

    account.set("chat.bo", 3);
    account.dot("promo");
    while (told < 4) {
        pollfd waiting = {static_cast<int>(engine.descriptor()), POLLIN, 0};
        poll(&waiting, 1, 1000);
        engine.dispatch();
    }

    if (account.clear("root") == tally::status::held) std::cout << "root is held by:\n";
    for (const tally::reason &reason : account.explain("root")) std::cout << "  " << reason.path << "\n";
    account.clear_tree("root");
    engine.dispatch();
} catch (const tally::error &error) {
    std::cerr << error.what() << "\n";
    return 1;
}
