# make bench                        runs the benchmarks; ARGS="--only W5 --rounds 3" and the like reach the program
# make bench-instructions           counts instructions an operation, with valgrind
# Included by the Makefile at the top, which has CC, CXX, BUILD, LIBS, and the target lib.

BENCH := $(BUILD)/bench
BENCH_C := bench contestants measures measures_trees workloads Rivals/c_handles Rivals/c_scan Rivals/c_strings \
  Rivals/sqlite_tree
BENCH_OBJECTS := $(BENCH_C:%=$(BENCH)/%.o) $(BENCH)/Rivals/cpp_map.o
BENCH_FLAGS := -D_GNU_SOURCE -O2 -g -Wall -Wextra -Iinclude -MMD -MP
BENCH_DEFINES = -DBENCH_COMPILER='"$(shell $(CC) --version | head -1), -O2"'

.PHONY: bench bench-instructions

$(BENCH)/%.o: Benchmarks/%.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(BENCH_FLAGS) $(BENCH_DEFINES) -c -o $@ $<

$(BENCH)/%.o: Benchmarks/%.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++20 $(BENCH_FLAGS) -c -o $@ $<

# Shared, so a new library needs no new link; but there must be one.
$(BENCH)/bench: $(BENCH_OBJECTS) | lib
	$(CXX) -o $@ $(BENCH_OBJECTS) -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..' -lsqlite3 -ldl -lm

bench: lib $(BENCH)/bench
	$(BENCH)/bench --json $(BENCH)/bench.json $(ARGS)

bench-instructions: lib $(BENCH)/bench
	sh Benchmarks/instructions.sh $(BENCH)/bench

-include $(BENCH_OBJECTS:.o=.d)
