# Parts of the library that work alone and without an operating system: the tree, the calendar and the wording.
#
# make tree parts        build/libtally-tree.a, -calendar.a and -summary.a, and their files for pkg-config
# make check-tree        their symbols, what they need, their sizes, and their headers in each version of C and C++
# TREE_TARGET=armv7em-none-none-eabi makes them for another machine, below build/tree; CTALLY_NO_THREADS is then set, so
# that they need no thread-local storage. TREE_CPU=cortex-m3 makes them for that processor, without floating point. With
# TREE_SYSTEM=aarch64-linux-gnu the machine has that system, and threads (cross.mk).

TREE_TARGET ?=
TREE_CPU ?=
TREE_SYSTEM ?=
# With TALLY_SMALL, trees also save memory at the cost of time (Node.swift). It is set for machines of 32 bits, and with
# TREE_SMALL=yes for tests.
TREE_SMALL ?= $(filter arm% thumb% wasm32% riscv32%,$(TREE_TARGET))
TREE_OUT := $(BUILD)/tree$(if $(TREE_TARGET),/$(TREE_TARGET))$(if $(TREE_CPU),-$(TREE_CPU))
TREE_ARCHIVES := $(if $(TREE_TARGET),$(TREE_OUT),$(BUILD))
TREE_FLAGS := $(if $(TREE_CPU),-mcpu=$(TREE_CPU) -mfloat-abi=soft)
TREE_THREADS := -fPIC -ftls-model=initial-exec

# libtally-NAME.a has the functions of tally_NAME.h. Each is compiled as one module, as libtally is (library.mk): the
# compiler then leaves out what the header's functions do not need.
SMALL_PARTS := tree calendar summary
PART_MODULES_tree := TallyMemory TallyFailure TallyTree TallyBorder TallyTreeABI
PART_MODULES_calendar := TallyMemory TallyFailure TallyCalendar TallyBorder TallyCalendarABI
PART_MODULES_summary := TallyMemory TallyFailure TallySummary TallyBorder TallySummaryABI
# $(1) a part
# The tree alone has no links and no levels (LinklessTree.swift).
PART_SOURCES = $(filter-out Sources/TallyTree/Links/% Sources/TallyTree/Levels/%,$(sort $(foreach \
  module,$(PART_MODULES_$(1)),$(wildcard Sources/$(module)/*.swift Sources/$(module)/*/*.swift))))
PART_FUNCTIONS = $(shell sed -nE 's/^.*[ *](tally_$(1)_[a-z_]*)[(][^)]*.*$$/\1/p' include/tally_$(1).h | sort -u)

# Only these files keep the attributes that ask the compiler for speed: setting a badge runs through them. All others
# are compiled for size.
TREE_FAST := Node.swift Tree+Lookup.swift Tree+Propagation.swift
TREE_INCLUDES := $(addprefix -I $(CURDIR)/CSources/,Empty CMemory/include CFailure/include CTree/include \
  CCalendar/include CSummary/include)
TREE_C := CSources/CTree/memory.c CSources/CTree/heap.c CSources/CFailure/failure.c
TREE_HEADERS := $(wildcard CSources/CTree/include/* CSources/CMemory/include/* CSources/CFailure/include/*) \
  CSources/Empty/module.modulemap
TREE_SWIFTC = $(TOOLCHAIN)swiftc $(if $(TREE_TARGET),-target $(TREE_TARGET)) $(addprefix -Xcc ,$(TREE_FLAGS)) $(TREE_SWIFTFLAGS) \
  -D TALLY_LINKLESS $(if $(TREE_SMALL),-D TALLY_SMALL) -enable-experimental-feature Embedded -wmo \
  -parse-as-library -Osize -swift-version 6 -enforce-exclusivity=unchecked -Xfrontend -disable-stack-protector \
  -Xfrontend -function-sections -Xfrontend -mergeable-traps -file-prefix-map '$(CURDIR)=.' \
  -Xfrontend -no-clang-module-breadcrumbs -Xllvm -sil-disable-pass=closure-specialize $(TREE_INCLUDES)
TREE_CC = $(CLANG) $(if $(TREE_SYSTEM),--target=$(TREE_SYSTEM) $(TREE_FLAGS) $(TREE_THREADS),$(if \
  $(TREE_TARGET),--target=$(TREE_TARGET) $(TREE_FLAGS) -DCTALLY_NO_THREADS,$(TREE_THREADS))) \
  -std=c11 -ffreestanding -Oz -ffunction-sections -fdata-sections -fvisibility=hidden -fno-stack-protector \
  -fno-asynchronous-unwind-tables -Wall -Wextra -Werror -ffile-prefix-map='$(CURDIR)=.' $(TREE_INCLUDES)
# The linker and objcopy of this machine do not know other targets.
TREE_LD = $(if $(TREE_TARGET),$(TOOLCHAIN)ld.lld,ld)
TREE_OBJCOPY = $(if $(TREE_TARGET),$(TOOLCHAIN)llvm-objcopy,objcopy)

.PHONY: tree parts check-tree

tree: $(TREE_ARCHIVES)/libtally-tree.a $(BUILD)/tally-tree.pc
parts: $(SMALL_PARTS:%=$(TREE_ARCHIVES)/libtally-%.a) $(SMALL_PARTS:%=$(BUILD)/tally-%.pc)

$(TREE_OUT)/c: $(TREE_C) $(TREE_HEADERS) include/tally_tree.h Make/small.mk
	@mkdir -p $(TREE_OUT)
	@for file in $(TREE_C); do $(TREE_CC) -c $$file -o $(TREE_OUT)/$$(basename $$file .c).o || exit 1; done
	@touch $@

# One object, in which only the functions of the header are visible, and nothing that they do not call. As in libtally.a
# --unique keeps the sections of functions apart, so a program contains only the functions that it calls. Swift's
# objects get their memory from the part's host. Compilers call bcmp, which a host need not have. $(1) a part
define part_rules
$(TREE_OUT)/$(1)/swift.o: $(call PART_SOURCES,$(1)) include/tally_$(1).h $(TREE_HEADERS) Make/small.mk
	@rm -rf $(TREE_OUT)/$(1)/Sources
	@for file in $(call PART_SOURCES,$(1)); do \
	  mkdir -p $(TREE_OUT)/$(1)/$$$${file%/*}; \
	  case " $(TREE_FAST) " in *" $$$${file##*/} "*) remove=;; *) remove='s/@_optimize(speed)//;s/@inline(__always)//';; esac; \
	  sed "$$$$remove" $$$$file > $(TREE_OUT)/$(1)/$$$$file; \
	done
	@cd $(TREE_OUT)/$(1) && $$(TREE_SWIFTC) -module-name $(lastword $(PART_MODULES_$(1))) \
	  -c $(call PART_SOURCES,$(1)) -o swift.o

$(TREE_ARCHIVES)/libtally-$(1).a: $(TREE_OUT)/$(1)/swift.o $(TREE_OUT)/c
	@for object in $(1)/swift $(basename $(notdir $(TREE_C))); do \
	  $(TREE_OBJCOPY) --remove-section .swift_modhash --remove-section .eh_frame --remove-section .comment \
	    --redefine-sym posix_memalign=ctree_object_allocate --redefine-sym free=ctree_object_free \
	    --redefine-sym bcmp=memcmp $(TREE_OUT)/$$$$object.o $(TREE_OUT)/$(1)/$$$${object##*/}.slim.o || exit 1; \
	done
	@$(TREE_LD) -r $(if $(TREE_TARGET),,--unique) --gc-sections $$(addprefix -u ,$$(call PART_FUNCTIONS,$(1))) \
	  -o $(TREE_OUT)/tally-$(1).o $(patsubst %,$(TREE_OUT)/$(1)/%.slim.o,swift $(basename $(notdir $(TREE_C))))
	@$(TREE_OBJCOPY) --wildcard --keep-global-symbol='tally_$(1)_*' --strip-unneeded $(TREE_OUT)/tally-$(1).o
	rm -f $$@
	ar rcsD $$@ $(TREE_OUT)/tally-$(1).o
endef
$(foreach part,$(SMALL_PARTS),$(eval $(call part_rules,$(part))))

$(SMALL_PARTS:%=$(BUILD)/tally-%.pc): $(BUILD)/%.pc: CSources/Link/%.pc.in Make/small.mk
	@mkdir -p $(BUILD)
	sed -e 's|@PREFIX@|$(CURDIR)|' -e 's|@LIBDIR@|$(CURDIR)/$(BUILD)|' -e 's|@INCLUDEDIR@|$(CURDIR)/include|' \
	  -e 's|@VERSION@|$(VERSION)|' $< > $@

check-tree: parts
	@set -e; for part in $(SMALL_PARTS); do \
	  $(PYTHON) Tests/CHost/check_tree.py $(BUILD)/libtally-$$part.a tally_$$part.h; done

# --- Processors without an operating system ---------------------------------------------------------------------------

BARE_TARGET := armv7em-none-none-eabi

.PHONY: bare-libraries

# Two processors without floating point: that of the example, and one with more instructions.
bare-libraries:
	@set -e; for cpu in cortex-m3 cortex-m4; do \
	  $(MAKE) --no-print-directory TREE_TARGET=$(BARE_TARGET) TREE_CPU=$$cpu \
	    $(SMALL_PARTS:%=$(BUILD)/tree/$(BARE_TARGET)-$$cpu/libtally-%.a); done

# --- WebAssembly ------------------------------------------------------------------------------------------------------

WASM := Bindings/wasm
WASM_OUT := $(BUILD)/wasm
WASM_TARGET := wasm32-unknown-none-wasm
WASM_C := $(TREE_C) $(WASM)/wasm.c
WASM_SYSTEM := $(patsubst %.c,$(WASM_OUT)/%.o,$(notdir $(WASM_C)))
WASM_OBJECTS := $(WASM_OUT)/tree.o $(WASM_SYSTEM)
WASM_SWIFTC = $(TOOLCHAIN)swiftc -target $(WASM_TARGET) -enable-experimental-feature Embedded -wmo -parse-as-library \
  -D TALLY_LINKLESS -D TALLY_SMALL -Osize -swift-version 6 -Xfrontend -disable-stack-protector -Xllvm -sil-disable-pass=closure-specialize \
  -Xcc -mbulk-memory -Xcc -msign-ext $(TREE_INCLUDES)
# The functions of the library that the script calls.
WASM_EXPORTS = $(shell grep -oE 'wasm\.[a-z]+_[a-z_]+' $(WASM)/tally-tree.js | sort -u | sed 's/^wasm\./--export=/')
.PHONY: wasm

wasm: $(WASM)/tally-tree.wasm

# $(1) a part
define wasm_rules
$(WASM_OUT)/$(1).o: $(call PART_SOURCES,$(1)) include/tally_$(1).h $(TREE_HEADERS) Make/small.mk
	@mkdir -p $(WASM_OUT)
	@$$(WASM_SWIFTC) -module-name $(lastword $(PART_MODULES_$(1))) -c $(call PART_SOURCES,$(1)) -o $$@
endef
$(foreach part,$(SMALL_PARTS),$(eval $(call wasm_rules,$(part))))

$(WASM_OUT)/c: $(WASM_C) $(TREE_HEADERS) Make/small.mk
	@mkdir -p $(WASM_OUT)
	@for file in $(WASM_C); do \
	  $(CLANG) --target=$(WASM_TARGET) -DCTALLY_NO_THREADS -ffreestanding -fno-builtin -mbulk-memory -Oz -Wall -Wextra \
	    -Werror $(TREE_INCLUDES) -c $$file -o $(WASM_OUT)/$$(basename $$file .c).o || exit 1; \
	done
	@touch $@

$(WASM)/tally-tree.wasm: $(WASM_OUT)/tree.o $(WASM_OUT)/c $(WASM)/tally-tree.js
	$(TOOLCHAIN)wasm-ld --no-entry --gc-sections --strip-all -O2 -z stack-size=65536 --stack-first $(WASM_EXPORTS) \
	  $(WASM_OBJECTS) -o $@
	@echo "$@: $$(wc -c < $@) bytes"
