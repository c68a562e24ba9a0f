# Coverage: which regions, functions, lines and branches of the sources the tests reach.
#
# make coverage           measures both builds, and writes build/coverage/index.html and build/coverage/table.txt
# make coverage-shipped   the library as it is shipped, with counters, under the C tests, conformance and short faults
# make coverage-swift     the ordinary build under the Swift tests
# make check-coverage     compares what was measured with Tests/Coverage/table.txt (nightly)
# make update-coverage    writes that table again
#
# The counters of the shipped library lie in a file while a program runs, so a process that is killed counts too. In the
# ordinary build they are written when a process ends.

COVERAGE := $(BUILD)/coverage
COVERAGE_SWIFT := .build-coverage
COVERAGE_C_OBJECTS := $(C_SOURCES:CSources/%.c=$(COVERAGE)/%.o)
COVERAGE_TOOL = $(PYTHON) Tests/Coverage/coverage.py --toolchain $(TOOLCHAIN)
# All processes of a program share a file (%c). The long forms reach no more than the short ones.
COVERAGE_RUN = env -u TALLY_EACH -u TALLY_SOAK LD_LIBRARY_PATH=$(CURDIR)/$(COVERAGE) LLVM_PROFILE_FILE=$(CURDIR)/$(COVERAGE)/shipped/$(1)-%c%m.profraw
# These programs contain a library of their own, without counters.
COVERAGE_TESTS := $(filter-out test_events_static,$(CHOST_TESTS))
COVERAGE_ALLOCATIONS := test_memory test_first_open test_allocations
COVERAGE_JOBS ?= $(shell nproc)

.PHONY: coverage coverage-shipped coverage-swift build-coverage-swift check-coverage update-coverage coverage-report

# The flags are those of the shipped library (library.mk). The linker drops no section, because some have counters.
$(COVERAGE)/library.ll: $(SWIFT_SOURCES) $(SWIFT_FOLDERS) $(HEADERS) Make/library.mk Tests/coverage.mk | deps
	@mkdir -p $(@D)
	$(TOOLCHAIN)swiftc $(EMBEDDED_SWIFTFLAGS) -profile-generate -profile-coverage-mapping \
	  -Xllvm -runtime-counter-relocation -module-name TallyABI \
	  -emit-ir -o $@ $(SWIFT_SOURCES)

$(COVERAGE)/library.o: $(COVERAGE)/library.ll
	$(CLANG) $(MACHINE_CODE) -c -o $@ $<

$(COVERAGE_C_OBJECTS): $(COVERAGE)/%.o: CSources/%.c $(HEADERS) Make/library.mk Tests/coverage.mk | deps
	@mkdir -p $(@D)
	$(CLANG) $(EMBEDDED_CFLAGS) -fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation \
	  -c -o $@ $<

$(COVERAGE)/slim.a: $(COVERAGE)/library.o $(COVERAGE_C_OBJECTS)
	rm -f $@
	$(TOOLCHAIN)llvm-ar rcsD $@ $^
	objcopy --redefine-sym posix_memalign=ctally_reserve_allocate $@

$(COVERAGE)/libtally.so.$(SOVERSION): $(COVERAGE)/slim.a CSources/Link/tally.map
	$(CLANG) -shared -fuse-ld=lld -fprofile-instr-generate -o $@ -Wl,--whole-archive $< -Wl,--no-whole-archive \
	  $(foreach part,$(LINKED_PARTS),-Wl$(,)--defsym=ctally_part_$(part)=ctally_$(part)_begin) -Wl,-soname,libtally.so.$(SOVERSION) \
	  -Wl,--version-script,CSources/Link/tally.map -Wl,-z,defs $(LIBS)

# $(1) a program; $(2) its environment
define coverage_rules
.PHONY: coverage-run-$(1)
coverage-run-$(1):
	@echo "== $(1), with counters"
	@$(2) $$(call COVERAGE_RUN,$(1)) $$(CHOST_OUT)/$(1)
endef
$(foreach test,$(COVERAGE_TESTS) conformance,\
  $(eval $(call coverage_rules,$(test),$$(CHOST_ENVIRONMENT) $$(FAULTS_DIRECTORY))))
$(foreach test,$(COVERAGE_ALLOCATIONS) $(FAULTS_TESTS),$(eval $(call coverage_rules,$(test),$$(FAULTS_ENVIRONMENT))))
$(eval $(call coverage_rules,test_crash,\
  $$(FAULTS_DIRECTORY) TALLY_CRASH_WRITER=$$(CURDIR)/$$(CHOST_OUT)/crash_writer))
COVERAGE_RUNS := $(addprefix coverage-run-,$(COVERAGE_TESTS) conformance $(COVERAGE_ALLOCATIONS) $(FAULTS_TESTS) test_crash)

# The programs run beside each other. One that fails under the counters fails the measurement.
coverage-shipped: $(COVERAGE)/libtally.so.$(SOVERSION) test-programs
	@rm -rf $(COVERAGE)/shipped
	@$(MAKE) --no-print-directory --output-sync=target -j$(COVERAGE_JOBS) $(COVERAGE_RUNS)
	$(COVERAGE_TOOL) export --binary $(COVERAGE)/libtally.so.$(SOVERSION) --counters $(COVERAGE)/shipped \
	  --output $(COVERAGE)/shipped.json

coverage-swift: deps-test
	@$(SWIFT_BUILD) --scratch-path $(COVERAGE_SWIFT) --build-tests --enable-code-coverage \
	  -Xcc -fprofile-instr-generate -Xcc -fcoverage-mapping
	@rm -rf $(COVERAGE)/swift
	LLVM_PROFILE_FILE=$(CURDIR)/$(COVERAGE)/swift/%m-%p.profraw $(SWIFT) test --scratch-path $(COVERAGE_SWIFT) --skip-build
	$(COVERAGE_TOOL) export --binary $(COVERAGE_SWIFT)/debug/tallyPackageTests.xctest --counters $(COVERAGE)/swift \
	  --output $(COVERAGE)/swift.json

coverage: coverage-shipped coverage-swift
	@$(MAKE) --no-print-directory coverage-report

# The report from the measurements that exist.
coverage-report:
	$(COVERAGE_TOOL) report --folder $(COVERAGE)

check-coverage: coverage
	$(COVERAGE_TOOL) check --folder $(COVERAGE)

update-coverage: coverage
	$(COVERAGE_TOOL) update --folder $(COVERAGE)
