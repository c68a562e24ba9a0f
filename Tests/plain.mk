# The library without what makes it fast, for tests alone.
#
# make plain            builds it into $(BUILD)/plain, in the configuration that is shipped; docs/dev/internals.md
#                       lists what it does without
# make test-plain       runs the conformance data, the model and random calls of all kinds with both libraries, and
#                       compares results, events, logs and files byte by byte
# make test-plain-long  the same with many seeds, and each program twice with one library (nightly)
# TALLY_SEED=N          the first seed, which a run has printed; TALLY_RUNS=K, how many

PLAIN_OUT := $(BUILD)/plain
PLAIN_PROGRAMS := $(addprefix $(CHOST_OUT)/,conformance test_record test_model fail_allocation.so)
PLAIN_COMPARE = $(FAULTS_DIRECTORY) $(PYTHON) Tests/Plain/compare.py --build $(BUILD) --plain $(PLAIN_OUT) \
  $(if $(TALLY_SEED),--seed $(TALLY_SEED)) --runs $(or $(TALLY_RUNS),$(1))

.PHONY: test-plain test-plain-long

build-plain: deps
	@$(MAKE) --no-print-directory TALLY_PLAIN=1 TALLY_BUILT= BUILD=$(PLAIN_OUT) $(PLAIN_OUT)/libtally.so

test-plain: deps-test lib plain $(PLAIN_PROGRAMS)
	$(call PLAIN_COMPARE,3)

test-plain-long: deps-test lib plain $(PLAIN_PROGRAMS)
	$(call PLAIN_COMPARE,100) --twice
