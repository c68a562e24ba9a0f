# TallySummary beside ICU, which is installed for that and is no part of the library; included by the Makefile.
#
# make test-icu           compares plural forms and lists, and the tables with what they are generated from

ICU := Tests/ICU
ICU_OUT := $(BUILD)/icu
ICU_PACKAGES := libicu-dev unicode-cldr-core python3
ALL_TEST_PACKAGES += $(ICU_PACKAGES)

.PHONY: test-icu

# A program's own copy of TallySummary, with one more file in it (the second argument), in the folder that is the first;
# the third are further flags. Its tables are nobody else's, so a test that looks into them is compiled with it.
define build_summary
	@mkdir -p $(1)
	$(TOOLCHAIN)swiftc -enable-experimental-feature Embedded -wmo -parse-as-library -O -g -swift-version 6 $(3) \
	  -module-name TallyMemory -I CSources/CMemory/include -emit-module -emit-module-path $(1)/TallyMemory.swiftmodule \
	  -c $(wildcard Sources/TallyMemory/*.swift) -o $(1)/TallyMemory.o
	$(TOOLCHAIN)swiftc -enable-experimental-feature Embedded -wmo -parse-as-library -O -g -swift-version 6 $(3) \
	  -module-name TallySummary -I $(1) -I CSources/CMemory/include -c $(wildcard Sources/TallySummary/*.swift) $(2) \
	  -o $(1)/TallySummary.o
endef

SUMMARY_SOURCES := $(wildcard Sources/TallyMemory/*.swift Sources/TallySummary/*.swift) \
  $(wildcard CSources/CMemory/*.c CSources/CMemory/include/*.h)

$(ICU_OUT)/TallySummary.o: $(ICU)/summary.swift $(SUMMARY_SOURCES) $(ICU)/icu.mk
	$(call build_summary,$(ICU_OUT),$<)

$(ICU_OUT)/oracle: $(ICU)/oracle.c $(ICU_OUT)/TallySummary.o
	$(CC) $(filter-out -std=% -pedantic,$(CFLAGS_HOST)) -std=c11 -ICSources/CMemory/include -o $@ $< \
	  $(ICU_OUT)/TallySummary.o $(ICU_OUT)/TallyMemory.o CSources/CMemory/memory.c -licui18n -licuuc -licudata

test-icu:
	@$(PACKAGES) $(ICU_PACKAGES)
	@$(MAKE) --no-print-directory $(ICU_OUT)/oracle
	$(PYTHON) CSources/CLDR/generate_tables.py --check $(TABLES)
	$(ICU_OUT)/oracle
