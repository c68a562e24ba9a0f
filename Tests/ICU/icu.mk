# TallySummary beside ICU, which is installed for that and is no part of the library; included by the Makefile.
#
# make test-icu           compares plural forms and lists, and the tables with what they are generated from

ICU := Tests/ICU
ICU_OUT := $(BUILD)/icu
ICU_PACKAGES := libicu-dev unicode-cldr-core python3
ALL_TEST_PACKAGES += $(ICU_PACKAGES)

.PHONY: test-icu

# A program's own copy of pure modules, in the folder $(1). $(2): the modules, each behind those that it imports. $(3):
# one more file of the last module; a test that looks into a module is compiled with it. $(4): further flags.
define build_pure
	@mkdir -p $(1)
	@set -e; for module in $(2); do \
	  $(TOOLCHAIN)swiftc -enable-experimental-feature Embedded -wmo -parse-as-library -O -g -swift-version 6 $(4) \
	    -module-name $$module -I $(1) -I CSources/CMemory/include -I CSources/CFailure/include \
	    -emit-module -emit-module-path $(1)/$$module.swiftmodule -o $(1)/$$module.o \
	    -c $$(find Sources/$$module -name '*.swift') $$(test $$module != $(lastword $(2)) || echo $(3)); done
endef

SUMMARY_SOURCES := $(wildcard Sources/TallyMemory/*.swift Sources/TallySummary/*.swift) \
  $(wildcard CSources/CMemory/*.c CSources/CMemory/include/*.h)

$(ICU_OUT)/TallySummary.o: $(ICU)/summary.swift $(SUMMARY_SOURCES) $(ICU)/icu.mk
	$(call build_pure,$(ICU_OUT),TallyMemory TallySummary,$<)

$(ICU_OUT)/oracle: $(ICU)/oracle.c $(ICU_OUT)/TallySummary.o
	$(CC) $(filter-out -std=% -pedantic,$(CFLAGS_HOST)) -std=c11 -ICSources/CMemory/include -o $@ $< \
	  $(ICU_OUT)/TallySummary.o $(ICU_OUT)/TallyMemory.o CSources/CMemory/memory.c -licui18n -licuuc -licudata

test-icu:
	@$(PACKAGES) $(ICU_PACKAGES)
	@$(MAKE) --no-print-directory $(ICU_OUT)/oracle
	$(PYTHON) CSources/CLDR/generate_tables.py --check $(TABLES)
	$(ICU_OUT)/oracle
