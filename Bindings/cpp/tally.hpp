// tally.hpp: Tally for C++17. One header over tally.h, which says what everything means; this one says what is
// different in C++.
//
//     tally::engine engine;                                   // in memory; or {options with a file}
//     tally::account account = engine.open_account("ann");
//     account.set("root.chat.bo", 3);
//     tally::badge badge = account.get("root");               // kind number, count 3
//
// Errors are exceptions, tally::error, with a status. Qualified successes (held, more, resync, already_applied, …) are
// return values. Timestamps and durations are those of std::chrono, in milliseconds; flags and kinds are
// enumerations. Members of event, presentation, request, stats, recovery, feed_state and plan_summary are as in
// tally.h.
//
// Ownership. engine, account, feed, scope, node and snapshot own a handle each: they can be moved, not copied, and
// release it in their destructor. They may be destroyed in any order: an object that outlives its engine throws
// status::closed. So does a handle that was closed or moved from. An engine's destructor closes it as close() does, but
// cannot report an error; call close() to see it.
//
// Threads. As in tally.h: any thread may make any call, unless the call says otherwise. As with any object of C++, no
// thread may use an object while it is moved, closed or destroyed.
//
// Callbacks are std::functions, kept until the library releases them. What one throws is caught before it reaches the
// library, and thrown again by the dispatch(), step() or next_event() that made the call; of several, the first one.
// What a notify, log, clock or zone function throws is thrown by the next of these calls.
//
// Its parts are in the folder tally: methods.hpp has the methods, and says what each does. What tally.h says of NULL is
// std::nullopt or nullptr here.
//
// Texts are UTF-8. One with a NUL inside is status::argument, never cut off. A default-constructed
// std::string_view is C's NULL.
#ifndef TALLY_HPP
#define TALLY_HPP

#include "tally/definitions.hpp"

#endif  // TALLY_HPP
