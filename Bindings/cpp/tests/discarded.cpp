// A result that must be used is not: compilers warn, and test-cpp checks that they do.
#include <tally.hpp>

void discard(tally::account &account) { account.list("root"); }
