# make bench                        runs the benchmarks; ARGS="--only W5 --rounds 3" and the like reach the program. A
#                                   full run writes Benchmarks/results.json, and from it the tables and the plot
# make bench QUICK=1                everything with small sizes, and prints it: under a minute
# make check-bench                  the same, prints only whether all contestants agree; a part of make test
# make bench-tables                 writes the tables of README, docs/performance.md and Benchmarks/GOALS.md, and the
#                                   plot, from results.json
# make plots                        draws the workloads for docs/performance.md alone
# make bench-waits                  how long calls about one account wait for the others; ARGS reach it
# make bench-border                 what the C border adds to a call, beside the same calls in Swift
# make bench-items                  items of many accounts from a log, in turns with other ways
# make bench-heavy                  a user with 10^6 unread messages; ARGS="MESSAGES CONVERSATIONS"
# make bench-python                 a batch from Python, beside the same from C
# make bench-instructions           counts instructions an operation, with valgrind, beside the rivals
# make check-counts                 compares instructions and allocations of the hot paths with the recorded ones
# make check-growth                 compares the instructions of a row at two sizes, for every list, page and loop
# make update-counts                records them
# make size                         bytes of the library by module, file and function, kept in build/size.json;
#                                   BASE=FILE also prints what has changed since that report
# make bench-swift                  the package of benchmarks in Swift; ARGS reach it
# make check-swift-counts           compares its allocations with the recorded ones
# make update-swift-counts          records them

BENCH := $(BUILD)/bench
BENCH_C := bench contestants measures measures_http measures_messages measures_pages measures_trees trace workloads Rivals/c_handles Rivals/c_scan \
  Rivals/c_strings Rivals/curl_multi Rivals/sqlite_tree
BENCH_OBJECTS := $(BENCH_C:%=$(BENCH)/%.o) $(BENCH)/Rivals/cpp_map.o
BENCH_ALONE := bench measures measures_http measures_messages measures_pages measures_trees trace Rivals/curl_multi
BENCH_FLAGS := -D_GNU_SOURCE -O2 -g -Wall -Wextra -Iinclude -IBenchmarks/CAllocations/include -MMD -MP
BENCH_DEFINES = -DBENCH_COMPILER='"$(shell $(CC) --version | head -1), -O2"'

COUNTS_OBJECTS := $(BENCH)/counts.o $(BENCH)/CAllocations/callocations.o \
  $(filter-out $(BENCH_ALONE:%=$(BENCH)/%.o),$(BENCH_OBJECTS))
# The program exports its fsync and fdatasync to the libraries that it loads.
WAITS_OBJECTS := $(addprefix $(BENCH)/Waits/,activities.o planned.o disk.o posts.o waits.o watch.o)
THRESHOLDS := Benchmarks/Thresholds/counts.json

BENCH_SWIFT = $(SWIFT) package --package-path Benchmarks --scratch-path .build-benchmarks \
  --allow-writing-to-package-directory benchmark
SWIFT_COUNTS := --no-progress --metric allocations --path Benchmarks/Thresholds

.PHONY: bench bench-quick bench-tables plots bench-waits check-bench check-growth bench-border bench-items bench-heavy \
  bench-python bench-instructions check-counts update-counts size bench-swift check-swift-counts update-swift-counts

$(BENCH)/%.o: Benchmarks/%.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(BENCH_FLAGS) $(BENCH_DEFINES) -DTALLY_UNCHECKED -ITests/CHost -c -o $@ $<

$(BENCH)/%.o: Benchmarks/%.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++20 $(BENCH_FLAGS) -c -o $@ $<

# The programs use the shared library, so they are not linked again when it changes.
$(BENCH)/bench: $(BENCH_OBJECTS) $(CHOST_OUT)/helpers/nginx.o | lib
	$(CXX) -o $@ $(BENCH_OBJECTS) $(CHOST_OUT)/helpers/nginx.o -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..' -lsqlite3 -lcurl -ldl -lm

$(BENCH)/counts: $(COUNTS_OBJECTS) | lib
	$(CXX) -o $@ $(COUNTS_OBJECTS) -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..' -lsqlite3 -lm

$(BENCH)/growth: $(BENCH)/growth.o | lib
	$(CC) -o $@ $< -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..'

$(BENCH)/waits: $(WAITS_OBJECTS) | lib
	$(CC) -rdynamic -o $@ $(WAITS_OBJECTS) -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..' -lpthread -ldl

# curl multi is measured against an nginx.
PACKAGES_bench := g++ nginx-light python3
BENCH_PROGRAMS := $(addprefix $(BENCH)/,bench waits border items heavy python-batch)
BENCH_PYTHON = env TALLY_LIBRARY=$(CURDIR)/$(BUILD)/libtally.so.$(SOVERSION) $(PYTHON) \
  Bindings/python/benchmarks/batch.py $(BENCH)/python-batch

deps-bench: deps

ifdef QUICK
bench: bench-quick
else
bench: deps-bench lib $(BENCH_PROGRAMS)
	rm -f $(BENCH)/*.json
	$(BENCH)/border 21 $(BENCH)/border.json
	$(BENCH_PYTHON) --json $(BENCH)/python.json
	$(BENCH)/items $(BENCH)/items.db
	$(BENCH)/heavy $(BENCH)/heavy.db
	$(BENCH)/bench --json $(BENCH)/bench.json $(ARGS)
	$(PYTHON) Benchmarks/plot.py $(BENCH)/bench.json $(BENCH)/workloads.svg
	$(BENCH)/waits --json $(BENCH)/waits.json
	$(PYTHON) Benchmarks/tables.py --record $(BENCH)
endif

# Every program of `make bench` runs. The results are checked, and the times are not.
CHECK_BENCH = $(PYTHON) Benchmarks/check_bench.py $(BENCH)
QUICK_PROGRAMS = -- border $(BENCH)/border 1 -- items $(BENCH)/items $(BENCH)/items.db 0.1 -- waits $(BENCH)/waits --tiny \
  -- heavy $(BENCH)/heavy $(BENCH)/heavy.db 10000 1000 \
  -- python $(BENCH_PYTHON)

bench-quick: deps-bench lib $(BENCH_PROGRAMS)
	@$(CHECK_BENCH) --verbose $(QUICK_PROGRAMS)

check-bench: deps-test deps-bench lib $(BENCH_PROGRAMS)
	@$(CHECK_BENCH) $(QUICK_PROGRAMS)
	@$(PYTHON) -m pytest -q Benchmarks/test_trace.py

bench-tables:
	$(PYTHON) Benchmarks/tables.py

plots:
	$(PYTHON) Benchmarks/plot.py Benchmarks/results.json docs/plots/workloads.svg

bench-waits: lib $(BENCH)/waits
	$(BENCH)/waits --json $(BENCH)/waits.json $(ARGS)

# The cost of the C border in a call: Swift's side is compiled as the library is, and linked with its modules.
BORDER_FLAGS = -enable-experimental-feature Embedded -wmo -O -parse-as-library -swift-version 6 \
  -enforce-exclusivity=unchecked -module-name Border -I $(EMBEDDED) $(C_INCLUDES:-I%=-I %)

$(BENCH)/border: Benchmarks/Border/Border.swift Benchmarks/Border/border.c $(MODULES_ARCHIVE)
	@mkdir -p $(BENCH)/Border
	$(TOOLCHAIN)swiftc $(BORDER_FLAGS) -c Benchmarks/Border/Border.swift -o $(BENCH)/Border/Border.o
	$(CC) -std=gnu11 $(BENCH_FLAGS) -c -o $(BENCH)/Border/border.o Benchmarks/Border/border.c
	$(CXX) -o $@ $(BENCH)/Border/border.o $(BENCH)/Border/Border.o $(MODULES_ARCHIVE) $(LIBS)

bench-border: lib $(BENCH)/border
	$(BENCH)/border

# The same batch from Python and from C.
$(BENCH)/python-batch: Bindings/python/benchmarks/batch.c | lib
	@mkdir -p $(BENCH)
	$(CC) -std=gnu11 $(BENCH_FLAGS) -o $@ $< -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..'

bench-python: lib $(BENCH)/python-batch
	$(BENCH_PYTHON)

$(BENCH)/items: Benchmarks/items.c | lib
	@mkdir -p $(BENCH)
	$(CC) -std=gnu11 $(BENCH_FLAGS) -o $@ $< -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..'

bench-items: lib $(BENCH)/items
	$(BENCH)/items $(BENCH)/items.db

# It exports its own sqlite3_step, which measures that of SQLite.
$(BENCH)/heavy: Benchmarks/heavy.c | lib
	@mkdir -p $(BENCH)
	$(CC) -std=gnu11 $(BENCH_FLAGS) -rdynamic -o $@ $< -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..' -lpthread -ldl

bench-heavy: lib $(BENCH)/heavy
	$(BENCH)/heavy $(filter --cpu,$(ARGS)) $(BENCH)/heavy.db $(filter-out --cpu,$(ARGS))

bench-instructions: lib $(BENCH)/bench
	sh Benchmarks/instructions.sh $(BENCH)/bench

check-growth: deps-test lib $(BENCH)/growth
	$(PYTHON) Benchmarks/check_growth.py $(BENCH)/growth

check-counts: deps-test lib $(BENCH)/counts
	$(PYTHON) Benchmarks/check_counts.py $(BENCH)/counts $(THRESHOLDS)

update-counts: deps-test lib $(BENCH)/counts
	$(PYTHON) Benchmarks/check_counts.py $(BENCH)/counts $(THRESHOLDS) --update

size: lib
	$(PYTHON) Benchmarks/size.py $(BUILD)/libtally.so.$(SOVERSION) --tools $(TOOLCHAIN) --json $(BUILD)/size.json \
	  $(if $(BASE),--base $(BASE)) $(ARGS)

bench-swift: lib
	$(BENCH_SWIFT) $(ARGS)

check-swift-counts: lib
	$(BENCH_SWIFT) thresholds check $(SWIFT_COUNTS)

update-swift-counts: lib
	$(BENCH_SWIFT) thresholds update $(SWIFT_COUNTS)

-include $(BENCH)/growth.d $(BENCH_OBJECTS:.o=.d) $(COUNTS_OBJECTS:.o=.d) $(WAITS_OBJECTS:.o=.d)
