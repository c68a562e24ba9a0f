# The tiers of tests; the Makefile includes this file last.
#
# make test       what anybody runs who has the sources: in ten minutes on two cores, with few packages
# make test-all   what CI runs after it: sanitizers, faults, fuzzing, all languages, packages, other machines, cluster
# make nightly    both, and valgrind, longer fuzzing, every year of every zone, reproducible builds
# make soak       the long forms of the random tests: hours
# JOBS=N          parts that run at the same time; one more than there are processors if not given, because many wait
#                 for a disk or a server
#
# A part is a target that tests one thing. `part-NAME` runs the target NAME, its log is $(PARTS)/NAME.log. Parts run
# with TALLY_BUILT=1: a part does not build or install what the parts before it have built or installed. A part that
# does not end is stopped, and its log says what it was doing (part.py).

JOBS ?= $(shell echo $$(($$(nproc 2>/dev/null || echo 1) + 1)))
PARTS := $(BUILD)/parts

# They build; the others run with what these have built.
BUILD_PARTS := lib cli swift-debug node archive-asan archive-tsan test-reproducible
# Make begins a part in this order once its turn comes and the parts that it needs have ended. So the builds come first,
# and behind them the longest parts: short ones are left for the end, when the last long part has one core.
TEST_PARTS := lib swift-debug cli test-programs $(SWIFT_PARTS) check-counts $(C_PLAIN_PARTS) test-command check-bench \
  test-conformance test-conformance-python test-readme
BINDING_PARTS := check-bindings $(BINDING_TESTS)
ALL_PARTS := lib cli swift-debug archive-asan archive-tsan node $(C_DISK_PARTS) test-programs test-programs-asan $(C_ASAN_PARTS) \
  test-cluster test-programs-tsan $(C_TSAN_PARTS) test-tally-node $(CROSS_TESTS) test-c-faults fuzz stage test-bundles test-package \
  check-growth test-bare check-widths check-freestanding test-pages $(BINDING_PARTS) test-install test-carry docs test-site \
  test-swift-example test-evolution test-clients test-calendar test-examples test-nginx test-icu lint check-abi \
  check-musl test-ical test-story
NIGHTLY_PARTS := test-statuses test-c-memcheck test-c-faults-memcheck test-c-disk-memcheck test-conformance-memcheck \
  test-ical-memcheck test-calendar-years test-reproducible test-contributing test-cpp-lint test-evolution-all \
  $(CROSS_NIGHTLY) test-carry-all

# The results of other parts that a part needs.
# The programs of the C tests are linked by one part, because two must not write them at the same time.
PROGRAMS_NEED := $(C_PLAIN_PARTS) $(C_DISK_PARTS) test-c-faults test-conformance test-nginx test-ical test-carry test-bare \
  check-counts check-growth check-bench test-statuses $(filter %-memcheck,$(NIGHTLY_PARTS))
$(addprefix part-,$(PROGRAMS_NEED) $(C_ASAN_PARTS) $(C_TSAN_PARTS)): | part-test-programs
$(addprefix part-,test-programs check-abi stage test-conformance-python $(PYTHON_PARTS) test-calendar test-story \
  test-calendar-years): | part-lib
$(addprefix part-,stage $(PYTHON_PARTS) test-install test-package test-site): | part-cli
$(addprefix part-,$(C_ASAN_PARTS) fuzz): | part-test-programs-asan
$(addprefix part-,$(C_TSAN_PARTS)): | part-test-programs-tsan
part-test-programs-asan: | part-archive-asan
part-test-programs-tsan: | part-archive-tsan
$(addprefix part-,test-examples test-install $(BINDING_TESTS)): | part-stage
# These share a folder in which two must not write at the same time.
$(addprefix part-,$(SWIFT_PARTS) docs test-swift-example test-evolution test-tally-node): | part-swift-debug
part-node: | part-cli
part-check-bench: | part-check-counts
part-test-package: | part-test-install part-test-bundles
part-test-bundles: | part-stage part-test-java part-test-install
part-test-site: | part-docs
part-test-bare: | part-lib part-test-wasm
part-test-cluster: | part-node
part-test-clients: | part-test-cluster
part-test-carry: | part-lib $(addprefix part-,$(CROSS_TESTS))
part-test-carry-all: | $(addprefix part-,$(CROSS_NIGHTLY))
$(foreach arch,arm64,$(eval part-test-cross-$(arch): | part-test-cross-short-$(arch)))

EVERY_PART := $(sort $(TEST_PARTS) $(ALL_PARTS) $(NIGHTLY_PARTS))
.PHONY: test test-all nightly soak nightly-parts $(addprefix part-,$(EVERY_PART))

$(addprefix part-,$(EVERY_PART)): part-%:
	@$(PYTHON) Tests/part.py $(PARTS) $* $(MAKE) $(if $(filter $*,$(BUILD_PARTS)),'',1)

# run_parts PARTS: a part that fails stops only those that need it, so one run shows all failures.
define run_parts
@mkdir -p $(PARTS) && rm -f $(foreach part,$(1),$(PARTS)/$(part).*)
@$(MAKE) --no-print-directory -k -j$(JOBS) --output-sync=target $(addprefix part-,$(1)); result=$$?; \
  $(PYTHON) Tests/summary.py $(PARTS) $(1) || result=1; exit $$result
endef

# All that a tier needs is there before its parts run: two parts cannot install at the same time.
test: deps-test
	$(call run_parts,$(TEST_PARTS))
	@echo "\`make test-all\` adds $(words $(filter-out $(TEST_PARTS),$(ALL_PARTS))) parts: sanitizers, failing disks, fuzzing, nine languages, packages, other machines,"
	@echo "tally-node with NATS, and all pages of the documentation. It needs about fifty more Debian packages."

# What the tests before it have built is built no second time.
test-all: deps-all
	$(call run_parts,$(ALL_PARTS))

nightly: deps-all
	@$(PACKAGES) $(NIGHTLY_PACKAGES)
	TALLY_EACH=1 TALLY_PART_SECONDS=14400 FUZZ_SECONDS=$${FUZZ_SECONDS:-120} $(MAKE) --no-print-directory nightly-parts

nightly-parts:
	$(call run_parts,$(TEST_PARTS) $(filter-out $(TEST_PARTS),$(ALL_PARTS)) $(NIGHTLY_PARTS))

soak: deps-all lib cli
	TALLY_SOAK=1 $(MAKE) --no-print-directory test-c-plain test-c-disk test-c-faults
	$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=600
	$(MAKE) --no-print-directory test-calendar-years
	TALLY_SOAK=1 $(MAKE) --no-print-directory test-swift test-python
	$(MAKE) --no-print-directory node
	TALLY_SOAK=1 $(MAKE) --no-print-directory test-cluster
	$(MAKE) --no-print-directory test-reproducible
