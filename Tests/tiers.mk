# The tiers of tests; the Makefile includes this file last.
#
# make check      for every commit: lint, both builds, unit tests, the C tests once, conformance in C, counts
# make test       what CI runs: check, and sanitizers, faults, short fuzzing, bindings, packages
# make nightly    test, and valgrind, longer fuzzing, every year of every zone, reproducible builds
# make soak       the long forms of the random tests: hours
# JOBS=N          parts that run at the same time; the number of processors if not given
#
# A part is a target that tests one thing. `part-NAME` runs the target NAME, its log is $(PARTS)/NAME.log. Parts run
# with TALLY_BUILT=1: a part does not build or install what the parts before it have built or installed. A part that
# does not end is stopped, and its log says what it was doing (part.py).

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PARTS := $(BUILD)/parts

BUILD_PARTS := lib cli node archive-asan archive-tsan test-reproducible
CHECK_PARTS := lib cli lint check-freestanding test-swift test-c-plain test-conformance check-counts
BINDING_PARTS := check-bindings $(BINDING_TESTS)
# Make begins a part in this order once its turn comes and what it needs is there: the longest one comes behind the
# builds, when the library is built.
TEST_PARTS := lib cli archive-asan archive-tsan test-c-disk $(filter-out lib cli,$(CHECK_PARTS)) check-abi test-c-asan test-c-tsan \
  test-c-faults fuzz stage $(BINDING_PARTS) test-bundles test-python test-examples test-install test-package test-story \
  test-icu test-nginx test-calendar test-ical docs test-site test-swift-example test-evolution test-bare check-widths \
  $(CROSS_TESTS) test-carry check-musl node test-tally-node test-cluster test-clients
NIGHTLY_PARTS := test-statuses test-c-memcheck test-c-faults-memcheck test-c-disk-memcheck test-conformance-memcheck \
  test-ical-memcheck test-calendar-years test-reproducible test-contributing test-cpp-lint test-evolution-all \
  $(CROSS_NIGHTLY) test-carry-all

# The results of other parts that a part needs.
NEEDS_LIBRARY := test-c-plain test-conformance check-counts check-abi test-c-asan test-c-tsan test-c-faults test-c-disk fuzz \
  stage test-python test-nginx test-calendar test-ical test-story $(filter-out test-reproducible test-contributing \
  test-cpp-lint test-evolution-all $(CROSS_NIGHTLY) test-carry-all,$(NIGHTLY_PARTS))
$(addprefix part-,$(NEEDS_LIBRARY)): | part-lib
$(addprefix part-,stage test-python test-install test-package): | part-cli
$(addprefix part-,test-c-asan fuzz): | part-archive-asan
part-test-c-tsan: | part-archive-tsan
$(addprefix part-,test-examples test-install $(BINDING_TESTS)): | part-stage
# One folder each, in which two must not write at the same time: what is installed, and the ordinary debug build.
part-test-package: | part-test-install part-test-bundles
part-test-bundles: | part-stage part-test-java part-test-install
part-docs: | part-test-swift
part-test-swift-example: | part-docs
part-test-site: | part-cli part-docs
part-test-evolution: | part-test-swift-example
part-test-bare: | part-lib part-test-wasm
part-test-cluster: | part-node
part-test-clients: | part-test-cluster
part-test-carry: | part-lib $(addprefix part-,$(CROSS_TESTS))
part-test-carry-all: | $(addprefix part-,$(CROSS_NIGHTLY))
$(foreach arch,arm64,$(eval part-test-cross-$(arch): | part-test-cross-short-$(arch)))

.PHONY: check test nightly soak $(addprefix part-,$(sort $(TEST_PARTS) $(NIGHTLY_PARTS)))

$(addprefix part-,$(sort $(TEST_PARTS) $(NIGHTLY_PARTS))): part-%:
	@$(PYTHON) Tests/part.py $(PARTS) $* $(MAKE) $(if $(filter $*,$(BUILD_PARTS)),'',1)

# run_parts PARTS: a part that fails stops only those that need it, so one run shows all failures.
define run_parts
@rm -rf $(PARTS) && mkdir -p $(PARTS)
@$(MAKE) --no-print-directory -k -j$(JOBS) --output-sync=target $(addprefix part-,$(1)); result=$$?; \
  sh Tests/summary.sh $(PARTS); exit $$result
endef

# All that a tier needs is there before its parts run: two parts cannot install at the same time.
.PHONY: deps-check
deps-check: deps-test
	@$(PACKAGES) libcjson-dev

check: deps-check
	$(call run_parts,$(CHECK_PARTS))

test: deps-all
	$(call run_parts,$(TEST_PARTS))

nightly: deps-all
	@$(PACKAGES) $(NIGHTLY_PACKAGES)
	TALLY_EACH=1 TALLY_PART_SECONDS=14400 FUZZ_SECONDS=$${FUZZ_SECONDS:-120} $(MAKE) --no-print-directory nightly-parts

.PHONY: nightly-parts
nightly-parts:
	$(call run_parts,$(TEST_PARTS) $(NIGHTLY_PARTS))

soak: deps-all lib cli
	TALLY_SOAK=1 $(MAKE) --no-print-directory test-c-plain test-c-disk test-c-faults
	$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=600
	$(MAKE) --no-print-directory test-calendar-years
	TALLY_SOAK=1 $(MAKE) --no-print-directory test-swift test-python
	$(MAKE) --no-print-directory node
	TALLY_SOAK=1 $(MAKE) --no-print-directory test-cluster
	$(MAKE) --no-print-directory test-reproducible
