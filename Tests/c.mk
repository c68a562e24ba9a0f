# The tests of the C interface.
#
# make test-c             builds them into $(BUILD)/tests and runs them, also with sanitizers and faults
# make test-c-memcheck    under valgrind; test-c-faults, test-c-disk, test-ical and test-conformance have
#                         such a form too. Nightly, because AddressSanitizer misses only errors in other libraries
# make test-c-asan        under AddressSanitizer
# make test-c-tsan        those with threads under ThreadSanitizer
#                         (these, test-c-plain and test-c-disk in shares that a tier runs beside each other)
# make test-nginx         feeds against nginx, which it starts for itself (not part of test-c)
# make test-ical          reminders as iCalendar, against libical, vobject and icalendar (not part of test-c)
# make test-conformance   the data that hosts in all languages replay, in C (not part of test-c)
# make test-c-disk        a disk that fails, power that goes, processes that are killed (part of test-c)
# make test-statuses      runs the tests once more: the header names every status that a function has returned (nightly)
# TALLY_EACH=1            the k-th operation on the disk fails for each k, not for every seventh; each hostile value in
#                         each field of an account (nightly)
# TALLY_SOAK=1            the long forms; TALLY_SEED=N what a random test printed; TALLY_TEST=NAME one test of a
#                         program, which fails if it has none of that name
# TALLY_SOAK_SECONDS=N    how long test_soak runs; with TALLY_SOAK=1 an hour

CHOST := Tests/CHost
CHOST_OUT := $(BUILD)/tests
FAULTS := Tests/Faults

# A test program states in its first line what it needs beside the library and the helpers:
#
#     /* needs: sqlite tsan */
#
# sqlite cjson ical tree   it is linked with this library (LIBRARY_...)
# tsan                     it also runs under ThreadSanitizer, because it has threads
# disk                     it is linked with a disk that fails on command, and runs in the part test-c-disk-NAME
# alone                    a target of its own runs it
# NAME.h                   this header is generated before it is compiled
NEEDS_KNOWN := sqlite cjson ical tree tsan disk alone %.h
LIBRARY_sqlite := -lsqlite3
LIBRARY_cjson := -lcjson
LIBRARY_ical := -lical
LIBRARY_tree = $(BUILD)/libtally-tree.a
# They are not in an archive, because their open and fsync would get into each program that needs another helper.
LIBRARY_disk = $(CHOST_OUT)/faults/fault_vfs.o $(CHOST_OUT)/faults/fault_calls.o
# PROGRAM:WORD for each word
NEEDS := $(shell awk '/^\/\* needs: .* \*\/$$/ { name = FILENAME; gsub(/.*\/|\.c$$/, "", name); \
  for (word = 3; word < NF; ++word) print name ":" $$word } { nextfile }' $(wildcard $(CHOST)/*.c $(FAULTS)/*.c))
$(foreach pair,$(NEEDS),$(if $(filter-out $(NEEDS_KNOWN),$(lastword $(subst :, ,$(pair)))),\
  $(error $(pair): no test program can need this; Tests/c.mk has the list)))
# The programs that need $(1); all that the program $(1) needs; the libraries among that.
needing = $(patsubst %:$(1),%,$(filter %:$(1),$(NEEDS)))
needs = $(patsubst $(1):%,%,$(filter $(1):%,$(NEEDS)))
libraries = $(foreach word,$(call needs,$(1)),$(LIBRARY_$(word)))

# Programs of the tests, and beside them the helpers, which are one archive.
CHOST_ALL := $(patsubst $(CHOST)/%.c,%,$(wildcard $(CHOST)/*.c))
CHOST_PROGRAMS := $(filter test_% writer consumer conformance,$(CHOST_ALL))
HELPERS := $(filter-out $(CHOST_PROGRAMS) mistakes,$(CHOST_ALL))
HELPERS_ARCHIVE := $(CHOST_OUT)/helpers.a
FAULTS_PROGRAMS := $(patsubst $(FAULTS)/%.c,%,$(wildcard $(FAULTS)/test_*.c)) crash_writer
FAULTS_HELPERS := compound every_call model picture
FAULTS_ARCHIVE := $(CHOST_OUT)/faults.a

# The tests that run everywhere, those with threads, and those on a disk that fails.
CHOST_TESTS := $(filter-out $(call needing,tree) $(call needing,alone),$(filter test_%,$(CHOST_PROGRAMS)))
CHOST_TSAN_TESTS := $(call needing,tsan)
FAULTS_TESTS := $(call needing,disk)
FAULTS_BINARIES := $(FAULTS_TESTS:%=$(CHOST_OUT)/%)
CHOST_BINARIES := $(CHOST_TESTS:%=$(CHOST_OUT)/%)
# Tests that have rules of their own, for test-c-plain alone.
CHOST_OTHERS := test_tree test_input_cxx test_events_static
# The NUMBER-th of COUNT shares of a list: $(call share,LIST,NUMBER,COUNT). A tier runs shares beside each other, so
# that all processors have work until its end.
PLAIN_SHARES := 1 2 3
ASAN_SHARES := 1 2 3 4
TSAN_SHARES := 1 2
C_PLAIN_PARTS := test-c-header $(PLAIN_SHARES:%=test-c-plain-%)
C_DISK_PARTS := $(FAULTS_TESTS:test_%=test-c-disk-%) test-c-disk-crash
C_ASAN_PARTS := $(ASAN_SHARES:%=test-c-asan-%)
C_TSAN_PARTS := $(TSAN_SHARES:%=test-c-tsan-%)
share = $(shell printf '%s\n' $(1) | awk 'NR % $(3) == $(2) - 1')
# The libraries are in $(BUILD), one above the tests.
CHOST_LINK = -L$(BUILD) -ltally -lcmocka -lpthread -ldl -Wl,-rpath,'$$ORIGIN/..'
# Without TALLY_UNCHECKED the compiler warns of each status that a test ignores.
CHOST_CFLAGS = $(CFLAGS_HOST) -DTALLY_UNCHECKED -I$(CHOST) -I$(FAULTS) -I$(CHOST_OUT)
# The compiler writes the headers of each program into a file, and the last line of this file includes all of these.
HEADERS_OF = -MMD -MP -MT $@ -MF $@.d
# C++20 for designated initializers, which do not name every member; the header is also checked as C++17.
CHOST_CXXFLAGS = $(filter-out -std=%,$(CHOST_CFLAGS)) -std=c++20 -Wno-missing-field-initializers
CHOST_ENVIRONMENT = TALLY_WRITER=$(CURDIR)/$(CHOST_OUT)/writer TALLY_FILES=$(CURDIR)/$(CHOST)/files \
  TALLY_CONSUMER=$(CURDIR)/$(CHOST_OUT)/consumer TALLY_HEADER=$(CURDIR)/include/tally.h \
  TALLY_FEED_SERVER=$(CURDIR)/Examples/feed-server/feed_server.py PYTHON=$(PYTHON)
VALGRIND := valgrind --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible -q \
  --fair-sched=yes --suppressions=$(CHOST)/valgrind.supp

.PHONY: test-programs test-programs-asan test-programs-tsan test-statuses test-nginx test-ical test-ical-memcheck \
  test-conformance test-conformance-memcheck test-c test-c-plain test-c-memcheck test-c-faults \
  test-c-faults-memcheck test-c-disk test-c-disk-memcheck test-c-asan test-c-tsan $(C_PLAIN_PARTS) $(C_DISK_PARTS) \
  $(C_ASAN_PARTS) $(C_TSAN_PARTS)

# All programs of these tests, so that parts of a tier that run beside each other do not write the same ones.
test-programs: lib $(CHOST_BINARIES) $(addprefix $(CHOST_OUT)/,$(CHOST_OTHERS) writer consumer minimal transport conformance \
  test_nginx test_record test_memory test_first_open test_allocations fail_allocation.so test_crash crash_writer) $(FAULTS_BINARIES)

test-programs-asan: $(patsubst %,$(CHOST_OUT)/%_asan,mistakes $(CHOST_TESTS))
test-programs-tsan: $(patsubst %,$(CHOST_OUT)/%_tsan,mistakes $(CHOST_TSAN_TESTS))

test-c: test-c-plain test-c-faults test-c-disk test-c-asan test-c-tsan

# $(1) the folder of the objects; $(2) the archive; $(3) the compiler, with flags
define helper_rules
$$(HELPERS:%=$(1)/%.o): $(1)/%.o: $$(CHOST)/%.c Tests/c.mk
	@mkdir -p $$(@D)
	$(3) $$(CHOST_CFLAGS) $$(HEADERS_OF) -c -o $$@ $$<

$(2): $$(HELPERS:%=$(1)/%.o)
	rm -f $$@
	$$(TOOLCHAIN)llvm-ar rcsD $$@ $$^
endef
$(eval $(call helper_rules,$(CHOST_OUT)/helpers,$(HELPERS_ARCHIVE),$$(CC)))

$(CHOST_PROGRAMS:%=$(CHOST_OUT)/%): $(CHOST_OUT)/%: $(CHOST)/%.c $(HELPERS_ARCHIVE) Tests/c.mk | lib
	$(CC) $(CHOST_CFLAGS) $(HEADERS_OF) -o $@ $< $(HELPERS_ARCHIVE) $(call libraries,$*) $(CHOST_LINK)

# $(1) a program, and a generated header that it needs
define needs_header
$$(CHOST_OUT)/$(word 1,$(1)) $$(CHOST_OUT)/$(word 1,$(1))_asan: $$(CHOST_OUT)/$(word 2,$(1))
endef
$(foreach pair,$(filter %.h,$(NEEDS)),$(eval $(call needs_header,$(subst :, ,$(pair)))))

# The strings of the header, all of which the table of test_texts.c must have. The script also checks that the library
# takes each one through the function that checks strings.
$(CHOST_OUT)/texts.h: $(CHOST)/list_texts.py Bindings/tools/header.py include/tally.h $(wildcard Sources/TallyABI/*.swift)
	@mkdir -p $(CHOST_OUT)
	$(PYTHON) $(CHOST)/list_texts.py include/tally.h Sources/TallyABI > $@.new
	mv $@.new $@

# A host in C++, and a host that is linked with libtally.a.
$(CHOST_OUT)/test_input_cxx: $(CHOST)/test_input.c $(HELPERS_ARCHIVE) Tests/c.mk | lib
	$(CXX) $(CHOST_CXXFLAGS) $(HEADERS_OF) -x c++ -o $@ $< -x none $(HELPERS_ARCHIVE) $(CHOST_LINK)

$(CHOST_OUT)/test_events_static: $(CHOST)/test_events.c $(HELPERS_ARCHIVE) Tests/c.mk lib
	$(CC) $(CHOST_CFLAGS) $(HEADERS_OF) -o $@ $< $(HELPERS_ARCHIVE) $(BUILD)/libtally.a $(LIBS) -lcmocka -lpthread

$(CHOST_OUT)/minimal $(CHOST_OUT)/transport: $(CHOST_OUT)/%: Examples/c/%.c include/tally.h | lib
	@mkdir -p $(CHOST_OUT)
	$(CC) $(CFLAGS_HOST) -o $@ $< -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..'

$(CHOST_OUT)/fail_allocation.so: Tests/Faults/fail_allocation.c Tests/Faults/fail_allocation.h
	@mkdir -p $(CHOST_OUT)
	$(CC) $(CFLAGS_HOST) -fPIC -shared -o $@ $< -ldl

# The functions of the header: test_allocations has a call of each.
$(CHOST_OUT)/functions.h: Tests/Faults/list_functions.py Bindings/tools/header.py include/tally.h
	@mkdir -p $(CHOST_OUT)
	$(PYTHON) Tests/Faults/list_functions.py include/tally.h > $@.new
	mv $@.new $@

# Runs each program once, and ends with the first that fails. test_soak and the tests of years are left out, because
# they call no function that the others do not call.
test-statuses: lib $(CHOST_BINARIES) $(addprefix $(CHOST_OUT)/,writer consumer)
	$(CHOST_ENVIRONMENT) $(PYTHON) $(CHOST)/check_statuses.py include $(BUILD)/statuses \
	  $(addprefix $(CHOST_OUT)/,$(filter-out test_soak test_reminder_years,$(CHOST_TESTS)))

test-c-plain: $(C_PLAIN_PARTS)

# $(1) a share of the programs
define plain_rules
test-c-plain-$(1): lib $$(addprefix $$(CHOST_OUT)/,writer consumer $$(call share,$$(CHOST_OTHERS) $$(CHOST_TESTS),$(1),$$(words $$(PLAIN_SHARES))))
	@set -e; for test in $$(call share,$$(CHOST_OTHERS) $$(CHOST_TESTS),$(1),$$(words $$(PLAIN_SHARES))); do \
	  echo "== $$$$test"; $$(CHOST_ENVIRONMENT) $$(CHOST_OUT)/$$$$test; done
endef
$(foreach number,$(PLAIN_SHARES),$(eval $(call plain_rules,$(number))))

# The header and the libraries as compilers and linkers see them, and the two smallest hosts.
test-c-header: lib $(addprefix $(CHOST_OUT)/,minimal transport)
	$(PYTHON) $(CHOST)/check_header.py include $(CLANG)
	$(PYTHON) $(CHOST)/check_symbols.py include/tally.h $(BUILD)/libtally.so.$(SOVERSION) $(BUILD)/libtally.a
	$(PYTHON) $(CHOST)/check_tree.py $(BUILD)/libtally-tree.a
	$(PYTHON) $(CHOST)/check_tree.py $(BUILD)/libtally-calendar.a tally_calendar.h
	$(PYTHON) $(CHOST)/check_tree.py $(BUILD)/libtally-summary.a tally_summary.h
	$(CHOST_OUT)/minimal
	$(CHOST_OUT)/transport | grep -qx 'root: 4'

test-c-memcheck: lib $(CHOST_BINARIES) $(CHOST_OUT)/test_tree $(CHOST_OUT)/writer $(CHOST_OUT)/consumer
	@set -e; for test in $(CHOST_TESTS) test_tree; do \
	  echo "== $$test, under valgrind"; $(CHOST_ENVIRONMENT) $(VALGRIND) $(CHOST_OUT)/$$test; done

test-nginx: deps-test lib $(CHOST_OUT)/test_nginx
	$(CHOST_OUT)/test_nginx

PACKAGES_ical := libical-dev python3-vobject python3-icalendar
$(CHOST_OUT)/test_ical: | deps-ical
test-ical: deps-test lib $(CHOST_OUT)/test_ical
	$(CHOST_OUT)/test_ical
	@echo "== vobject and icalendar"
	TALLY_LIBRARY=$(CURDIR)/$(BUILD)/libtally.so.$(SOVERSION) PYTHONPATH=$(CURDIR)/Bindings/python \
	  /usr/bin/python3 $(CHOST)/check_calendar_libraries.py

test-ical-memcheck: test-ical
	$(VALGRIND) $(CHOST_OUT)/test_ical

test-conformance: deps-test lib $(CHOST_OUT)/conformance
	$(PYTHON) Tests/Conformance/generate.py --check
	$(PYTHON) Bindings/tools/check_calls.py C $(BUILD)/libtally.so.0 $(CHOST_OUT)/conformance

test-conformance-memcheck: test-conformance
	$(VALGRIND) $(CHOST_OUT)/conformance

# The disk that fails on command is above a real one, which need not be slow.
FAULTS_DIRECTORY = $(if $(wildcard /dev/shm/.),TMPDIR=/dev/shm)
FAULTS_ENVIRONMENT = $(FAULTS_DIRECTORY) LD_PRELOAD=$(CURDIR)/$(CHOST_OUT)/fail_allocation.so

$(addprefix $(CHOST_OUT)/faults/,fault_vfs.o fault_calls.o $(FAULTS_HELPERS:%=%.o)): $(CHOST_OUT)/faults/%.o: $(FAULTS)/%.c Tests/c.mk
	@mkdir -p $(@D)
	$(CC) $(CHOST_CFLAGS) $(HEADERS_OF) -c -o $@ $<

$(FAULTS_ARCHIVE): $(FAULTS_HELPERS:%=$(CHOST_OUT)/faults/%.o)
	rm -f $@
	$(TOOLCHAIN)llvm-ar rcsD $@ $^

$(FAULTS_PROGRAMS:%=$(CHOST_OUT)/%): $(CHOST_OUT)/%: $(FAULTS)/%.c $(LIBRARY_disk) $(FAULTS_ARCHIVE) $(HELPERS_ARCHIVE) Tests/c.mk | lib
	$(CC) $(CHOST_CFLAGS) $(HEADERS_OF) -o $@ $< $(FAULTS_ARCHIVE) $(HELPERS_ARCHIVE) $(call libraries,$*) $(CHOST_LINK)

test-c-disk: $(C_DISK_PARTS)

test-c-disk-crash: lib $(CHOST_OUT)/test_crash $(CHOST_OUT)/crash_writer
	@echo "== test_crash"
	$(FAULTS_DIRECTORY) TALLY_CRASH_WRITER=$(CURDIR)/$(CHOST_OUT)/crash_writer $(CHOST_OUT)/test_crash

# $(1) a test: its program is test_$(1)
define disk_rules
test-c-disk-$(1): lib $$(CHOST_OUT)/test_$(1) $$(CHOST_OUT)/fail_allocation.so
	@echo "== test_$(1)"
	$$(FAULTS_ENVIRONMENT) $$(CHOST_OUT)/test_$(1)
endef
$(foreach test,$(FAULTS_TESTS:test_%=%),$(eval $(call disk_rules,$(test))))

test-c-disk-memcheck: lib $(FAULTS_BINARIES) $(CHOST_OUT)/fail_allocation.so
	@set -e; for test in $(FAULTS_TESTS); do \
	  echo "== $$test, under valgrind"; $(FAULTS_ENVIRONMENT) \
	    $(VALGRIND) --soname-synonyms=somalloc=nouserintercepts $(CHOST_OUT)/$$test; done

# Valgrind finds leaks of calls that fail. It must not replace the preloaded aligned_alloc.
test-c-faults: lib $(CHOST_OUT)/test_memory $(CHOST_OUT)/test_first_open $(CHOST_OUT)/test_allocations \
  $(CHOST_OUT)/fail_allocation.so
	LD_PRELOAD=$(CURDIR)/$(CHOST_OUT)/fail_allocation.so $(CHOST_OUT)/test_memory
	LD_PRELOAD=$(CURDIR)/$(CHOST_OUT)/fail_allocation.so $(CHOST_OUT)/test_first_open
	$(FAULTS_DIRECTORY) LD_PRELOAD=$(CURDIR)/$(CHOST_OUT)/fail_allocation.so $(CHOST_OUT)/test_allocations

test-c-faults-memcheck: lib $(CHOST_OUT)/test_memory $(CHOST_OUT)/fail_allocation.so
	LD_PRELOAD=$(CURDIR)/$(CHOST_OUT)/fail_allocation.so $(VALGRIND) --soname-synonyms=somalloc=nouserintercepts \
	  $(CHOST_OUT)/test_memory

# --- Sanitizers ----------------------------------------------------------------------------------------------------
#
# Each one has a build of the library in its own folder. Valgrind finds uninitialized memory, and errors in other
# libraries. AddressSanitizer finds errors on stacks, in globals and at the ends of blocks, and shares its build with
# the fuzz targets. ThreadSanitizer finds races that valgrind's order of threads hides. The runtimes come with Swift.

CHOST_ASAN := .build-asan
CHOST_ASAN_ARCHIVE := $(CHOST_ASAN)/release/libTallyStatic.a
CHOST_TSAN := .build-tsan
CHOST_TSAN_ARCHIVE := $(CHOST_TSAN)/release/libTallyStatic.a
# The runtime of ThreadSanitizer that comes with Swift wants libdispatch.
CHOST_DISPATCH = $(TOOLCHAIN)../lib/swift/linux
CHOST_TSAN_LINK = -L$(CHOST_DISPATCH) -ldispatch -lBlocksRuntime -Wl,-rpath,$(CHOST_DISPATCH)
CHOST_SYMBOLIZER = $(TOOLCHAIN)llvm-symbolizer

build-archive-asan: deps
	@TALLY_EMBEDDED=1 $(SWIFT) build -c release --scratch-path $(CHOST_ASAN) --product TallyStatic \
	  -Xswiftc -sanitize=address,fuzzer -Xcc -fsanitize=address,fuzzer-no-link

build-archive-tsan: deps
	@TALLY_EMBEDDED=1 $(SWIFT) build -c release --scratch-path $(CHOST_TSAN) --product TallyStatic \
	  -Xswiftc -sanitize=thread -Xcc -fsanitize=thread

$(CHOST_ASAN_ARCHIVE): archive-asan ;

$(CHOST_TSAN_ARCHIVE): archive-tsan ;

# Each sanitizer's library is linked once, and the helpers are compiled once. A test replaces a function of libcurl,
# which has a version, so lld needs an option for it (as in machines.mk). $(1) asan or tsan; $(2) the archive; $(3) the
# sanitizer; $(4) further flags of a program's link
define sanitizer_rules
$$(CHOST_OUT)/$(1)/libtally.so: $(2) CSources/Link/tally.map
	@mkdir -p $$(@D)
	$$(CLANG) -shared -fuse-ld=lld -fsanitize=$(3) -o $$@ -Wl,-soname,libtally.so -Wl,--version-script,CSources/Link/tally.map \
	  -Wl,--whole-archive $(2) -Wl,--no-whole-archive $$(LIBS)

$(call helper_rules,$$(CHOST_OUT)/$(1),$$(CHOST_OUT)/$(1)/helpers.a,$$(CLANG) -fsanitize=$(3))

$$(CHOST_OUT)/%_$(1): $$(CHOST)/%.c $$(CHOST_OUT)/$(1)/helpers.a $$(CHOST_OUT)/$(1)/libtally.so Tests/c.mk
	$$(CLANG) $$(CHOST_CFLAGS) $$(HEADERS_OF) -fuse-ld=lld -Wl,--export-dynamic-symbol=curl_global_init -fsanitize=$(3) -o $$@ $$< \
	  $$(CHOST_OUT)/$(1)/helpers.a $$(call libraries,$$*) -L$$(CHOST_OUT)/$(1) -ltally -lcmocka -lpthread -Wl,-rpath,'$$$$ORIGIN/$(1)' $(4)
endef
$(eval $(call sanitizer_rules,asan,$(CHOST_ASAN_ARCHIVE),address))
$(eval $(call sanitizer_rules,tsan,$(CHOST_TSAN_ARCHIVE),thread,$$(CHOST_TSAN_LINK)))

# Files are in memory if possible: these errors do not depend on the disk, which may be slow. First each share checks
# that the sanitizer reports a mistake.
test-c-asan: $(C_ASAN_PARTS)
test-c-tsan: $(C_TSAN_PARTS)

# $(1) a share of the programs
define asan_rules
test-c-asan-$(1): $$(addprefix $$(CHOST_OUT)/,mistakes_asan writer consumer $$(addsuffix _asan,$$(call share,$$(CHOST_TESTS),$(1),$$(words $$(ASAN_SHARES)))))
	sh $$(CHOST)/expect_report.sh heap-buffer-overflow $$(CHOST_OUT)/mistakes_asan overread
	@set -e; for test in $$(call share,$$(CHOST_TESTS),$(1),$$(words $$(ASAN_SHARES))); do echo "== $$$$test, under AddressSanitizer"; \
	  $$(FAULTS_DIRECTORY) ASAN_SYMBOLIZER_PATH=$$(CHOST_SYMBOLIZER) $$(CHOST_ENVIRONMENT) $$(CHOST_OUT)/$$$${test}_asan; done
endef
$(foreach number,$(ASAN_SHARES),$(eval $(call asan_rules,$(number))))

define tsan_rules
test-c-tsan-$(1): $$(addprefix $$(CHOST_OUT)/,mistakes_tsan writer consumer $$(addsuffix _tsan,$$(call share,$$(CHOST_TSAN_TESTS),$(1),$$(words $$(TSAN_SHARES)))))
	sh $$(CHOST)/expect_report.sh "data race" $$(CHOST_OUT)/mistakes_tsan race
	@set -e; for test in $$(call share,$$(CHOST_TSAN_TESTS),$(1),$$(words $$(TSAN_SHARES))); do echo "== $$$$test, under ThreadSanitizer"; \
	  $$(FAULTS_DIRECTORY) TSAN_OPTIONS=external_symbolizer_path=$$(CHOST_SYMBOLIZER) $$(CHOST_ENVIRONMENT) \
	    $$(CHOST_OUT)/$$$${test}_tsan; done
endef
$(foreach number,$(TSAN_SHARES),$(eval $(call tsan_rules,$(number))))

-include $(wildcard $(addprefix $(CHOST_OUT)/,*.d */*.d))
