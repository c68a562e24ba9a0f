# The tests of the C face; included by the Makefile.
#
# make test-c             builds them into $(BUILD)/tests and runs them: plainly, and under valgrind
# make test-c-threads     the threads' test under ThreadSanitizer (builds the library anew, in a place of its own)
# TALLY_SOAK=1            the long forms

CHOST := Tests/CHost
CHOST_OUT := $(BUILD)/tests
CHOST_TESTS := test_badges test_changes test_explain test_snapshots test_present test_events test_input test_feed \
  test_store test_threads
CHOST_BINARIES := $(addprefix $(CHOST_OUT)/,$(CHOST_TESTS))
CHOST_SUPPORT := $(CHOST_OUT)/support.o
CHOST_HEADERS := include/tally.h $(CHOST)/support.h $(CHOST)/tests.mk
# The libraries stand in $(BUILD), one above the tests.
CHOST_LINK = -L$(BUILD) -ltally -lcmocka -lpthread -Wl,-rpath,'$$ORIGIN/..'
CHOST_CFLAGS = $(CFLAGS_HOST) -I$(CHOST)
CHOST_CXXFLAGS = $(filter-out -std=%,$(CHOST_CFLAGS)) -std=c++17
CHOST_ENVIRONMENT = TALLY_WRITER=$(CURDIR)/$(CHOST_OUT)/writer TALLY_HEADER=$(CURDIR)/include/tally.h \
  TALLY_FEED_SERVER=$(CURDIR)/Examples/feed-server/feed_server.py PYTHON=$(PYTHON)
VALGRIND := valgrind --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible -q \
  --fair-sched=yes --suppressions=$(CHOST)/valgrind.supp
CHOST_MEMCHECKED := test_badges test_changes test_explain test_snapshots test_present test_events test_input test_feed \
  test_store test_threads

.PHONY: test-c test-c-plain test-c-memcheck test-c-faults test-c-threads

test-c: test-c-plain test-c-memcheck test-c-faults

$(CHOST_SUPPORT): $(CHOST)/support.c $(CHOST_HEADERS)
	@mkdir -p $(CHOST_OUT)
	$(CC) $(CHOST_CFLAGS) -c -o $@ $<

$(CHOST_BINARIES): $(CHOST_OUT)/%: $(CHOST)/%.c $(CHOST_SUPPORT) $(CHOST_HEADERS) | lib
	$(CC) $(CHOST_CFLAGS) -o $@ $< $(CHOST_SUPPORT) $(CHOST_LINK) $(if $(filter test_store,$*),-lsqlite3)

$(CHOST_OUT)/writer: $(CHOST)/writer.c $(CHOST_HEADERS) | lib
	@mkdir -p $(CHOST_OUT)
	$(CC) $(CHOST_CFLAGS) -o $@ $< -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..'

# A host in C++, and one that has everything in itself.
$(CHOST_OUT)/test_input_cxx: $(CHOST)/test_input.c $(CHOST_SUPPORT) $(CHOST_HEADERS) | lib
	$(CXX) $(CHOST_CXXFLAGS) -x c++ -o $@ $< -x none $(CHOST_SUPPORT) $(CHOST_LINK)

$(CHOST_OUT)/test_events_static: $(CHOST)/test_events.c $(CHOST_SUPPORT) $(CHOST_HEADERS) lib
	$(CC) $(CHOST_CFLAGS) -o $@ $< $(CHOST_SUPPORT) $(BUILD)/libtally.a $(LIBS) -lcmocka -lpthread

$(CHOST_OUT)/minimal: Examples/c/minimal.c include/tally.h | lib
	@mkdir -p $(CHOST_OUT)
	$(CC) $(CFLAGS_HOST) -o $@ $< -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..'

$(CHOST_OUT)/fail_allocation.so: Tests/Faults/fail_allocation.c
	@mkdir -p $(CHOST_OUT)
	$(CC) $(CFLAGS_HOST) -fPIC -shared -o $@ $< -ldl

$(CHOST_OUT)/test_memory: Tests/Faults/test_memory.c $(CHOST_SUPPORT) $(CHOST_HEADERS) | lib
	$(CC) $(CHOST_CFLAGS) -o $@ $< $(CHOST_SUPPORT) $(CHOST_LINK) -ldl

# Each program once; the first that fails ends it.
test-c-plain: lib $(CHOST_BINARIES) $(addprefix $(CHOST_OUT)/,writer test_input_cxx test_events_static minimal)
	echo '#include "tally.h"' | $(CXX) -std=c++17 -pedantic -Wall -Wextra -Werror -Iinclude -x c++ -fsyntax-only -
	$(PYTHON) $(CHOST)/check_symbols.py include/tally.h $(BUILD)/libtally.so.$(SOVERSION) $(BUILD)/libtally.a
	$(CHOST_OUT)/minimal
	@set -e; for test in $(CHOST_TESTS) test_input_cxx test_events_static; do \
	  echo "== $$test"; $(CHOST_ENVIRONMENT) $(CHOST_OUT)/$$test; done

test-c-memcheck: lib $(CHOST_BINARIES) $(CHOST_OUT)/writer
	@set -e; for test in $(CHOST_MEMCHECKED); do \
	  echo "== $$test, under valgrind"; $(CHOST_ENVIRONMENT) $(VALGRIND) $(CHOST_OUT)/$$test; done

# The second time for what is leaked on the way out; valgrind must leave the preloaded aligned_alloc alone.
test-c-faults: lib $(CHOST_OUT)/test_memory $(CHOST_OUT)/fail_allocation.so
	LD_PRELOAD=$(CURDIR)/$(CHOST_OUT)/fail_allocation.so $(CHOST_OUT)/test_memory
	@echo "== test_memory, under valgrind"
	LD_PRELOAD=$(CURDIR)/$(CHOST_OUT)/fail_allocation.so $(VALGRIND) --soname-synonyms=somalloc=nouserintercepts \
	  $(CHOST_OUT)/test_memory

# ThreadSanitizer finds what valgrind's order of threads hides. Its runtime that comes with Swift wants libdispatch.
CHOST_TSAN := .build-tsan
CHOST_DISPATCH = $(TOOLCHAIN)../lib/swift/linux

test-c-threads: deps
	TALLY_EMBEDDED=1 $(SWIFT) build -c release --scratch-path $(CHOST_TSAN) --product TallyStatic \
	  -Xswiftc -sanitize=thread -Xcc -fsanitize=thread
	@mkdir -p $(CHOST_OUT)
	@set -e; for test in test_threads test_events test_present; do \
	  $(CLANG) -std=c99 -O1 -g -fsanitize=thread -Iinclude -I$(CHOST) -o $(CHOST_OUT)/$${test}_tsan $(CHOST)/$$test.c \
	    $(CHOST)/support.c -Wl,--whole-archive $(CHOST_TSAN)/release/libTallyStatic.a -Wl,--no-whole-archive $(LIBS) \
	    -lcmocka -lpthread -L$(CHOST_DISPATCH) -ldispatch -lBlocksRuntime -Wl,-rpath,$(CHOST_DISPATCH); \
	  echo "== $$test, under ThreadSanitizer"; $(CHOST_OUT)/$${test}_tsan; done
