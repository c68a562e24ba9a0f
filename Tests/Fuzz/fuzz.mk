# Fuzzing with libFuzzer and AddressSanitizer, through the header or of pure modules alone; included by the Makefile
# after Tests/CHost/tests.mk and Tests/ICU/icu.mk, whose build of the library, and of modules, it takes.
#
# make fuzz               replays what is kept, then looks for more: FUZZ_SECONDS for each target, two at a time
# make fuzz-replay        replays what is kept: the corpus, and the inputs that once found something (regressions)
# make fuzz-keep          puts the least that reaches all that was reached in the place of the corpus
#
# What a run reaches is collected in $(BUILD)/fuzz/corpus, what it finds is $(BUILD)/fuzz/found-TARGET-…: that goes
# into regressions/TARGET, and a test of its own beside the fix. $(BUILD)/fuzz/fuzz_TARGET FILE repeats one.

FUZZ := Tests/Fuzz
, := ,
FUZZ_OUT := $(BUILD)/fuzz
FUZZ_TARGETS := snapshots patches accounts answers calendars decoder formats mappings pages paths pushes strings zones
FUZZ_BINARIES := $(addprefix $(FUZZ_OUT)/fuzz_,$(FUZZ_TARGETS))
# Those that are no hosts of the library.
FUZZ_WIRE := $(addprefix $(FUZZ_OUT)/fuzz_,decoder mappings strings)
FUZZ_ALONE := $(FUZZ_OUT)/fuzz_formats $(FUZZ_WIRE)
FUZZ_COMMON := $(FUZZ)/host.c $(FUZZ)/mutate.c $(CHOST)/reference.c $(CHOST)/account_fields.c
FUZZ_HEADERS := $(FUZZ)/host.h $(CHOST)/reference.h $(CHOST)/account_fields.h include/tally.h $(FUZZ)/fuzz.mk
FUZZ_SECONDS ?= 5
FUZZ_ENVIRONMENT = ASAN_SYMBOLIZER_PATH=$(CHOST_SYMBOLIZER) ASAN_OPTIONS=quarantine_size_mb=16
# Each input leaves an account in the engine, which is no leak; what is one, is found at the end of a replay.
FUZZ_FLAGS = -detect_leaks=0 -timeout=120 -max_len=4096

.PHONY: fuzz fuzz-build fuzz-replay fuzz-run fuzz-keep $(addprefix fuzz-run-,$(FUZZ_TARGETS))

$(filter-out $(FUZZ_ALONE),$(FUZZ_BINARIES)): $(FUZZ_OUT)/fuzz_%: $(FUZZ)/fuzz_%.c $(FUZZ_COMMON) $(FUZZ_HEADERS) $(CHOST_ASAN_ARCHIVE)
	@mkdir -p $(FUZZ_OUT)
	$(CLANG) $(CHOST_CFLAGS) -D_GNU_SOURCE -fuse-ld=lld -fsanitize=address,fuzzer -o $@ $< $(FUZZ_COMMON) \
	  $(filter %.o,$^) -Wl,--whole-archive $(CHOST_ASAN_ARCHIVE) -Wl,--no-whole-archive $(LIBS)

# They call a module of the library, and are built as that was.
$(FUZZ_OUT)/fuzz_zones: $(FUZZ_OUT)/zones.o
$(FUZZ_OUT)/fuzz_calendars: $(FUZZ_OUT)/calendars.o

$(FUZZ_OUT)/zones.o $(FUZZ_OUT)/calendars.o: $(FUZZ_OUT)/%.o: $(FUZZ)/%.swift $(CHOST_ASAN_ARCHIVE)
	@mkdir -p $(FUZZ_OUT)
	$(TOOLCHAIN)swiftc -c -o $@ $< -enable-experimental-feature Embedded -wmo -parse-as-library -O -g -swift-version 6 \
	  -sanitize=address,fuzzer -I $(CHOST_ASAN)/release/Modules \
	  $(addprefix -I CSources/,CMemory/include CFailure/include CPlatform/include)

# Pure modules alone, with a file of the fuzz target in the last one.
FUZZ_WIRE_SOURCES := $(foreach module,TallyMemory TallyFailure TallyWire,$(wildcard Sources/$(module)/*.swift \
  Sources/$(module)/*/*.swift)) $(wildcard CSources/CMemory/include/*.h CSources/CFailure/include/*.h)

$(FUZZ_OUT)/formats/TallySummary.o: $(FUZZ)/formats.swift $(SUMMARY_SOURCES) $(FUZZ)/fuzz.mk
	$(call build_pure,$(@D),TallyMemory TallySummary,$<,-sanitize=address$(,)fuzzer)

$(FUZZ_OUT)/wire/TallyWire.o: $(FUZZ)/wire.swift $(FUZZ_WIRE_SOURCES) $(FUZZ)/fuzz.mk
	$(call build_pure,$(@D),TallyMemory TallyFailure TallyWire,$<,-sanitize=address$(,)fuzzer)

$(FUZZ_OUT)/fuzz_formats: $(FUZZ_OUT)/formats/TallySummary.o
$(FUZZ_WIRE): $(FUZZ_OUT)/wire/TallyWire.o CSources/CFailure/failure.c

$(FUZZ_ALONE): $(FUZZ_OUT)/fuzz_%: $(FUZZ)/fuzz_%.c $(FUZZ)/alone.c $(CHOST)/reference.c CSources/CMemory/memory.c \
  $(FUZZ_HEADERS)
	$(CLANG) $(filter-out -std=% -pedantic,$(CHOST_CFLAGS)) -std=c11 -fuse-ld=lld -fsanitize=address,fuzzer \
	  -ICSources/CMemory/include -ICSources/CFailure/include -o $@ $(filter %.c,$^) $(dir $(filter %.o,$^))*.o

fuzz-build: $(FUZZ_BINARIES)

fuzz-replay: fuzz-build
	@set -e; for target in $(FUZZ_TARGETS); do \
	  $(FUZZ_ENVIRONMENT) $(FUZZ_OUT)/fuzz_$$target $(FUZZ_FLAGS) $$(find $(FUZZ)/corpus/$$target \
	    $(FUZZ)/regressions/$$target -type f 2>/dev/null | LC_ALL=C sort) >$(FUZZ_OUT)/$$target.log 2>&1 \
	    || { tail -n 60 $(FUZZ_OUT)/$$target.log; exit 1; }; \
	  echo "fuzz_$$target: $$(grep -c ^Executed $(FUZZ_OUT)/$$target.log) inputs replayed"; done

fuzz: fuzz-replay
	@$(MAKE) --no-print-directory -j2 $(addprefix fuzz-run-,$(FUZZ_TARGETS))

$(addprefix fuzz-run-,$(FUZZ_TARGETS)): fuzz-run-%:
	@mkdir -p $(FUZZ_OUT)/corpus/$*
	@$(FUZZ_ENVIRONMENT) $(FUZZ_OUT)/fuzz_$* $(FUZZ_FLAGS) -max_total_time=$(FUZZ_SECONDS) \
	  $(if $(filter answers decoder mappings pages pushes,$*),-dict=$(FUZZ)/json.dict) \
	  $(if $(filter calendars strings,$*),-dict=$(FUZZ)/$*.dict) -artifact_prefix=$(FUZZ_OUT)/found-$*- \
	  $(FUZZ_OUT)/corpus/$* $(FUZZ)/corpus/$* >$(FUZZ_OUT)/$*.log 2>&1 || { tail -n 60 $(FUZZ_OUT)/$*.log; exit 1; }
	@echo "fuzz_$*: $$(tail -n 1 $(FUZZ_OUT)/$*.log)"

# By the places reached, and not by how often: a small corpus.
fuzz-keep: fuzz-build
	@set -e; for target in $(FUZZ_TARGETS); do \
	  rm -rf $(FUZZ_OUT)/kept; mkdir -p $(FUZZ_OUT)/kept $(FUZZ_OUT)/corpus/$$target; \
	  $(FUZZ_ENVIRONMENT) $(FUZZ_OUT)/fuzz_$$target $(FUZZ_FLAGS) -set_cover_merge=1 -use_counters=0 -use_cmp=0 -use_indir_calls=0 $(FUZZ_OUT)/kept \
	    $(FUZZ)/corpus/$$target $(FUZZ_OUT)/corpus/$$target >$(FUZZ_OUT)/$$target.log 2>&1; \
	  rm -f $(FUZZ)/corpus/$$target/*; cp $(FUZZ_OUT)/kept/* $(FUZZ)/corpus/$$target; \
	  echo "fuzz_$$target: $$(ls $(FUZZ)/corpus/$$target | wc -l) inputs kept"; done
