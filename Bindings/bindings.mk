# Bindings: a folder a language, each with a LANGUAGE.mk that adds its test to BINDING_TESTS and what it needs to
# BINDING_PACKAGES. They are tested through the library as it is installed, in build/stage.

STAGE := $(CURDIR)/$(BUILD)/stage
# What finds the installed library: the loader, pkg-config, compilers.
STAGE_ENVIRONMENT := TALLY_PREFIX=$(STAGE) LD_LIBRARY_PATH=$(STAGE)/lib PKG_CONFIG_PATH=$(STAGE)/lib/pkgconfig
CONFORMANCE := $(CURDIR)/Tests/Conformance/data
# REPLAY LANGUAGE, and behind it a command: a replay of the conformance data, which must call each function of the
# header.
REPLAY = $(STAGE_ENVIRONMENT) TALLY_CONFORMANCE=$(CONFORMANCE) $(PYTHON) $(CURDIR)/Bindings/tools/check_calls.py $(1) \
  $(STAGE)/lib/libtally.so.0

BINDING_TESTS :=
BINDING_PACKAGES :=
-include Bindings/*/*.mk
ALL_TEST_PACKAGES += $(BINDING_PACKAGES)

.PHONY: bindings check-bindings stage deps-bindings test-bindings $(BINDING_TESTS)

# Writes what is generated from the header and the table of steps, and the version where it is written down.
bindings:
	$(PYTHON) Bindings/tools/generate.py

check-bindings:
	$(PYTHON) Bindings/tools/generate.py --check
	@$(PYTHON) Bindings/tools/check_kinds.py

stage: lib cli
	@$(MAKE) --no-print-directory install PREFIX=$(STAGE)

deps-bindings: deps-test
	@$(PACKAGES) $(BINDING_PACKAGES)

# One after the other, so that what they print stays together.
test-bindings: check-bindings deps-bindings stage
	@for test in $(BINDING_TESTS); do $(MAKE) --no-print-directory $$test || exit 1; done
