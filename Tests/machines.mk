# The tests on other machines: without an operating system, and with Linux.
#
# make test-bare         one program on this machine, as WebAssembly in node, and for a Cortex-M3 and a Cortex-M4 in
#                        qemu: its output must be the same everywhere
# make check-widths      conversions that trap where Int has 32 bits, in all of the library

BARE := Tests/Bare
BARE_OUT := $(BUILD)/bare
PACKAGES_bare := qemu-system-arm
BOARD := Examples/microcontroller
BARE_PROGRAM := $(BARE)/program.c $(CHOST)/tree_model.c
BARE_HEADERS := $(BARE)/program.h $(CHOST)/tree_model.h $(BOARD)/board.h include/tally_tree.h
BARE_CFLAGS := -std=c99 -Wall -Wextra -Werror -Os -ffunction-sections -fdata-sections -Iinclude -I$(BARE) -I$(CHOST) -I$(BOARD)
# $(1) the processor; $(2) the sources of a program; $(3) the file; $(4) the libraries
BARE_LINK = $(CLANG) --target=$(BARE_TARGET) -mcpu=$(1) -mfloat-abi=soft -ffreestanding -fno-builtin -nostdlib \
  -fuse-ld=lld $(BARE_CFLAGS) -Wl,-T,$(BOARD)/layout.ld -Wl,--gc-sections -o $(3) $(2) \
  $(BOARD)/start.c $(BOARD)/runtime.c $(4:%=$(BUILD)/tree/$(BARE_TARGET)-$(1)/libtally-%.a)
QEMU_BOARD = qemu-system-arm -M $(1) -display none -monitor none -semihosting-config enable=on,target=native

.PHONY: test-bare test-parts check-widths

$(BARE_OUT)/%: $(BARE_PROGRAM) $(BARE_HEADERS) $(BARE)/board.c $(wildcard $(BOARD)/*) bare-libraries
	@mkdir -p $(BARE_OUT)
	$(call BARE_LINK,$*,$(BARE_PROGRAM) $(BARE)/board.c,$@,tree)

$(BARE_OUT)/hosted: $(BARE_PROGRAM) $(BARE_HEADERS) $(BARE)/hosted.c lib
	@mkdir -p $(BARE_OUT)
	$(CC) $(BARE_CFLAGS) -o $@ $(BARE_PROGRAM) $(BARE)/hosted.c $(BUILD)/libtally-tree.a

# The tree with the layout of small machines on this machine, so that the C tests check it, with each failing
# allocation.
BARE_SMALL := $(BUILD)/small/libtally-tree.a
$(BARE_SMALL): $(call PART_SOURCES,tree) $(TREE_C) $(TREE_HEADERS) Make/small.mk
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/small TREE_SMALL=yes $@

$(BARE_OUT)/hosted-small: $(BARE_PROGRAM) $(BARE_HEADERS) $(BARE)/hosted.c $(BARE_SMALL)
	@mkdir -p $(BARE_OUT)
	$(CC) $(BARE_CFLAGS) -o $@ $(BARE_PROGRAM) $(BARE)/hosted.c $(BARE_SMALL)

$(BARE_OUT)/test-tree-small: $(CHOST)/test_tree.c $(HELPERS_ARCHIVE) $(BARE_SMALL) | lib
	@mkdir -p $(BARE_OUT)
	$(CC) $(CHOST_CFLAGS) -o $@ $< $(HELPERS_ARCHIVE) $(BARE_SMALL) $(CHOST_LINK)

$(BARE_OUT)/program.wasm: $(BARE_PROGRAM) $(BARE_HEADERS) $(WASM_OUT)/tree.o $(WASM_OUT)/c
	@mkdir -p $(BARE_OUT)
	@set -e; for file in $(BARE_PROGRAM); do $(CLANG) --target=$(WASM_TARGET) -ffreestanding -mbulk-memory $(BARE_CFLAGS) \
	  -c $$file -o $(BARE_OUT)/$$(basename $$file .c).wasm.o; done
	$(TOOLCHAIN)wasm-ld --no-entry --gc-sections --export=main --allow-undefined -z stack-size=65536 --stack-first -o $@ \
	  $(patsubst %.c,$(BARE_OUT)/%.wasm.o,$(notdir $(BARE_PROGRAM))) $(WASM_OBJECTS)

# The calendar and the wording, without the tree.
$(BARE_OUT)/parts-hosted: $(BARE)/parts.c $(BARE)/hosted.c $(BARE)/program.h lib
	@mkdir -p $(BARE_OUT)
	$(CC) $(BARE_CFLAGS) -o $@ $(BARE)/parts.c $(BARE)/hosted.c $(BUILD)/libtally-calendar.a $(BUILD)/libtally-summary.a

$(BARE_OUT)/parts-cortex-%: $(BARE)/parts.c $(BARE)/program.h $(BARE)/board.c $(wildcard $(BOARD)/*) bare-libraries
	@mkdir -p $(BARE_OUT)
	$(call BARE_LINK,cortex-$*,$(BARE)/parts.c $(BARE)/board.c,$@,calendar summary)

$(BARE_OUT)/parts.wasm: $(BARE)/parts.c $(BARE)/program.h $(WASM_OUT)/calendar.o $(WASM_OUT)/summary.o $(WASM_OUT)/c
	@mkdir -p $(BARE_OUT)
	@$(CLANG) --target=$(WASM_TARGET) -ffreestanding -mbulk-memory $(BARE_CFLAGS) -c $< -o $(BARE_OUT)/parts.wasm.o
	$(TOOLCHAIN)wasm-ld --no-entry --gc-sections --export=main --allow-undefined -z stack-size=65536 --stack-first -o $@ \
	  $(BARE_OUT)/parts.wasm.o $(WASM_OUT)/calendar.o $(WASM_OUT)/summary.o $(WASM_SYSTEM)

$(BARE_OUT)/smallest: $(BARE)/smallest.c $(BARE)/board.c $(wildcard $(BOARD)/*) bare-libraries
	@mkdir -p $(BARE_OUT)
	$(call BARE_LINK,cortex-m3,$(BARE)/smallest.c $(BARE)/board.c,$@,tree)

# The example: a device, and a program with the whole library, which sends to it.
.PHONY: microcontroller
microcontroller: $(BARE_OUT)/device $(BARE_OUT)/feeder

$(BARE_OUT)/device: $(wildcard $(BOARD)/*) bare-libraries
	@mkdir -p $(BARE_OUT)
	$(call BARE_LINK,cortex-m3,$(BOARD)/device.c,$@,tree)

$(BARE_OUT)/feeder: $(BOARD)/feeder.c $(BOARD)/line.h include/tally.h | lib
	@mkdir -p $(BARE_OUT)
	$(CC) $(CFLAGS_HOST) -o $@ $< -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..'

test-parts: $(addprefix $(BARE_OUT)/,parts-hosted parts-cortex-m3 parts-cortex-m4 parts.wasm) deps-bare
	$(BARE_OUT)/parts-hosted > $(BARE_OUT)/parts.txt
	$(call QEMU_BOARD,mps2-an385) -kernel $(BARE_OUT)/parts-cortex-m3 2> $(BARE_OUT)/parts-cortex-m3.txt
	$(call QEMU_BOARD,mps2-an386) -kernel $(BARE_OUT)/parts-cortex-m4 2> $(BARE_OUT)/parts-cortex-m4.txt
	node $(BARE)/run_wasm.mjs $(BARE_OUT)/parts.wasm > $(BARE_OUT)/parts-wasm32.txt
	@set -e; grep -qx done $(BARE_OUT)/parts.txt; for machine in cortex-m3 cortex-m4 wasm32; do \
	  diff $(BARE_OUT)/parts.txt $(BARE_OUT)/parts-$$machine.txt || { echo "$$machine says something else"; exit 1; }; \
	  echo "ok  calendar and wording: $$machine says what this machine says"; done

test-bare: test-parts microcontroller $(addprefix $(BARE_OUT)/,smallest hosted hosted-small test-tree-small program.wasm cortex-m3 \
  cortex-m4) deps-bare
	$(CHOST_ENVIRONMENT) $(BARE_OUT)/test-tree-small
	$(BARE_OUT)/hosted > $(BARE_OUT)/expected.txt
	$(BARE_OUT)/hosted-small > $(BARE_OUT)/small.txt
	$(call QEMU_BOARD,mps2-an385) -kernel $(BARE_OUT)/cortex-m3 2> $(BARE_OUT)/cortex-m3.txt || { cat $(BARE_OUT)/cortex-m3.txt; exit 1; }
	$(call QEMU_BOARD,mps2-an386) -kernel $(BARE_OUT)/cortex-m4 2> $(BARE_OUT)/cortex-m4.txt || { cat $(BARE_OUT)/cortex-m4.txt; exit 1; }
	node $(BARE)/run_wasm.mjs $(BARE_OUT)/program.wasm > $(BARE_OUT)/wasm32.txt
	@set -e; grep -v '^memory' $(BARE_OUT)/expected.txt > $(BARE_OUT)/same.txt; \
	for machine in small cortex-m3 cortex-m4 wasm32; do \
	  grep -v '^memory' $(BARE_OUT)/$$machine.txt | diff $(BARE_OUT)/same.txt - || { echo "$$machine says something else"; exit 1; }; \
	  echo "ok  $$machine says what this machine says"; \
	done
	$(PYTHON) Tests/Cross/check_r10.py $(TOOLCHAIN)llvm-objdump $(BUILD)/tree/$(BARE_TARGET)-*/tally-tree.o
	@$(CLANG) --target=armv7-linux-gnueabihf -O2 -Wno-override-module -c -o $(BARE_OUT)/arm-r10.o Tests/Cross/arm-r10.ll
	@! $(PYTHON) Tests/Cross/check_r10.py $(TOOLCHAIN)llvm-objdump $(BARE_OUT)/arm-r10.o > $(BARE_OUT)/arm-r10.txt || \
	  { echo "the compiler does it right: see docs/dev/decisions/arm-r10.md"; exit 1; }
	$(PYTHON) $(BARE)/check_sizes.py $(BARE_OUT)/smallest '$(call QEMU_BOARD,mps2-an385)'
	$(PYTHON) $(BARE)/check_device.py '$(call QEMU_BOARD,mps2-an385)' $(BARE_OUT)/device $(BARE_OUT)/feeder

# The script reads the compiler's syntax tree, because only the compiler knows which values have 64 bits. It prints the
# tree to one of its two outputs.
check-widths: deps
	@mkdir -p $(BARE_OUT)
	@$(TOOLCHAIN)swiftc $(EMBEDDED_SWIFTFLAGS) -module-name TallyABI -dump-ast $(SWIFT_SOURCES) 2>&1 \
	  | grep -a declref_expr > $(BARE_OUT)/library.ast
	@set -e; $(foreach part,$(SMALL_PARTS),$(TREE_SWIFTC) -module-name $(lastword $(PART_MODULES_$(part))) -dump-ast \
	  $(call PART_SOURCES,$(part)) 2>&1 | grep -a declref_expr > $(BARE_OUT)/$(part).ast;)
	$(PYTHON) Tests/Lint/check_widths.py $(BARE_OUT)/library.ast $(SMALL_PARTS:%=$(BARE_OUT)/%.ast)
	@rm -f $(BARE_OUT)/library.ast $(SMALL_PARTS:%=$(BARE_OUT)/%.ast)

# --- Other machines with Linux ----------------------------------------------------------------------------------------

# The rules of the tests for this machine make the programs, with another compiler and another folder.

# A test replaces a function of libcurl, which has a version, so lld needs an option for it.
CROSS_LINK := -Wl,--export-dynamic-symbol=curl_global_init
CROSS_CC = $(CROSS_CLANG) $(CROSS_DEFINES_$(ARCH)) -fuse-ld=lld -Wno-unused-command-line-argument $(CROSS_LINK)
# A static program must be linked with all libraries that the library needs. The rules of the tests do not name them, so
# libtally.a is a script of the linker that does. The programs are removed when the library changes, because their rules
# would not link them again.
MUSL_CC = musl-gcc -static -isystem $(CURDIR)/$(CROSS_SYSROOT)/usr/include -L$(CROSS)/link \
  -L$(CURDIR)/$(CROSS_SYSROOT)/usr/lib
$(CROSS)/link/libtally.a: $(CROSS)/libtally.a Make/cross.mk
	@mkdir -p $(@D)
	rm -rf $(CROSS)/tests
	echo 'GROUP ( $(CURDIR)/$< $(CROSS_LIBS) )' > $@
CROSS_MAKE = $(MAKE) --no-print-directory TALLY_BUILT=1 BUILD=$(CROSS) LIBS='$(CROSS_LIBS)' \
  CC='$(if $(IS_MUSL),$(MUSL_CC),$(CROSS_CC))'
CROSS_SHORT := conformance test_badges test_store test_feed
# test_cancel makes the system calls of machines of 64 bits. With musl, tests are left out that replace functions of
# libraries, because a static program has only one of each, or that read the state of glibc's allocator.
CROSS_WITHOUT_armhf := test_cancel
CROSS_WITHOUT_musl := test_cancel test_transport test_soak
CROSS_ALL := $(CROSS_SHORT) minimal transport test_tree test_events_static \
  $(filter-out $(CROSS_SHORT) $(CROSS_WITHOUT_$(ARCH)),$(CHOST_TESTS))
CROSS_RUN = TALLY_FILES=$(CURDIR)/$(CHOST)/files TALLY_HEADER=$(CURDIR)/include/tally.h \
  TALLY_FEED_SERVER=$(CURDIR)/Examples/feed-server/feed_server.py PYTHON=$(PYTHON) \
  sh Tests/Cross/run.sh '$(CROSS_QEMU)' $(CROSS_SYSROOT) $(CROSS)/tests
CROSS_CHECK = $(if $(filter armhf,$(ARCH)),$(PYTHON) Tests/Cross/check_r10.py $(TOOLCHAIN)llvm-objdump \
  $(CROSS)/libtally.so.$(SOVERSION))

# `make test-all` runs a short form for one machine, and `make nightly` runs everything. The libraries for riscv64 come
# from the next release of Debian, whose mirrors do not always agree, so no test for every commit needs them.
CROSS_TESTS := test-cross-short-arm64
CROSS_NIGHTLY := $(addprefix test-cross-,$(CROSS_ARCHS) musl)
.PHONY: $(CROSS_TESTS) $(CROSS_NIGHTLY)
$(CROSS_TESTS): test-cross-short-%: ; @$(MAKE) --no-print-directory test-cross-short ARCH=$*
$(CROSS_NIGHTLY): test-cross-%: ; @$(MAKE) --no-print-directory cross test-cross ARCH=$*

test-cross-short: cross-library
	@$(CROSS_MAKE) $(addprefix $(CROSS)/tests/,writer $(CROSS_SHORT))
	$(CROSS_CHECK)
	$(CROSS_RUN) $(CROSS_SHORT)

test-cross: cross-library
	@$(CROSS_MAKE) $(addprefix $(CROSS)/tests/,writer consumer $(CROSS_ALL))
	$(CROSS_CHECK)
	$(CROSS_RUN) $(CROSS_ALL)

# Each machine writes files that every other machine reads. The program replaces the system's clock by its own.
.PHONY: test-carry test-carry-all carry-program
CROSS_CARRY = $(CHOST_OUT)/test_carry
$(CROSS_CARRY): Tests/Cross/test_carry.c $(HELPERS_ARCHIVE) | lib
	$(CC) $(CHOST_CFLAGS) $(HEADERS_OF) -o $@ $< $(HELPERS_ARCHIVE) $(CHOST_LINK) -Wl,--export-dynamic-symbol=clock_gettime \
	  -Wl,--export-dynamic-symbol=__clock_gettime64

carry-program: cross-library
	@$(CROSS_MAKE) $(CROSS)/tests/test_carry

# $(1) the other machines
define run_carry
@set -e; for arch in $(1); do $(MAKE) --no-print-directory carry-program ARCH=$$arch; done
sh Tests/Cross/carry.sh $(CURDIR)/$(BUILD)/cross/carried this=$(CURDIR)/$(CROSS_CARRY) \
  $(foreach arch,$(1),"$(arch)=$(CROSS_QEMU_$(arch)) -L .build-sysroots/$(arch) $(CURDIR)/$(BUILD)/cross/$(arch)/tests/test_carry")
endef

test-carry: lib $(CROSS_CARRY)
	$(call run_carry,arm64)

test-carry-all: lib $(CROSS_CARRY)
	$(call run_carry,$(CROSS_ARCHS))

.PHONY: check-musl
check-musl: deps-musl
	sh Tests/Cross/check_musl.sh $(BUILD)/musl
