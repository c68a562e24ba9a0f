# The tree where there is no operating system; included by the Makefile.
#
# make test-bare         one program on this machine, as WebAssembly in node, and for a Cortex-M3 and a Cortex-M4 in
#                        qemu: it must say the same everywhere
# make check-widths      conversions that trap where Int has 32 bits, in all of the library

BARE := Tests/Bare
BARE_OUT := $(BUILD)/bare
BARE_TARGET := armv7em-none-none-eabi
BARE_PACKAGES := qemu-system-arm
ALL_TEST_PACKAGES += $(BARE_PACKAGES)
BOARD := Examples/microcontroller
BARE_PROGRAM := $(BARE)/program.c $(CHOST)/tree_model.c
BARE_HEADERS := $(BARE)/program.h $(CHOST)/tree_model.h $(BOARD)/board.h include/tally_tree.h
BARE_CFLAGS := -std=c99 -Wall -Wextra -Werror -Os -ffunction-sections -fdata-sections -Iinclude -I$(BARE) -I$(CHOST) -I$(BOARD)
# $(1) the processor; $(2) the sources of a program; $(3) the file; $(4) the libraries
BARE_LINK = $(CLANG) --target=$(BARE_TARGET) -mcpu=$(1) -mfloat-abi=soft -ffreestanding -fno-builtin -nostdlib \
  -fuse-ld=lld $(BARE_CFLAGS) -Wl,-T,$(BOARD)/layout.ld -Wl,--gc-sections -o $(3) $(2) \
  $(BOARD)/start.c $(BOARD)/runtime.c $(4:%=$(BUILD)/tree/$(BARE_TARGET)-$(1)/libtally-%.a)
QEMU_BOARD = qemu-system-arm -M $(1) -display none -monitor none -semihosting-config enable=on,target=native

.PHONY: test-bare test-parts check-widths bare-libraries

# For processors without floating point: that of the example, and one with more instructions.
bare-libraries:
	@set -e; for cpu in cortex-m3 cortex-m4; do \
	  $(MAKE) --no-print-directory TREE_TARGET=$(BARE_TARGET) TREE_CPU=$$cpu \
	    $(SMALL_PARTS:%=$(BUILD)/tree/$(BARE_TARGET)-$$cpu/libtally-%.a); done

$(BARE_OUT)/%: $(BARE_PROGRAM) $(BARE_HEADERS) $(BARE)/board.c $(wildcard $(BOARD)/*) bare-libraries
	@mkdir -p $(BARE_OUT)
	$(call BARE_LINK,$*,$(BARE_PROGRAM) $(BARE)/board.c,$@,tree)

$(BARE_OUT)/hosted: $(BARE_PROGRAM) $(BARE_HEADERS) $(BARE)/hosted.c $(if $(TALLY_BUILT),,tree)
	@mkdir -p $(BARE_OUT)
	$(CC) $(BARE_CFLAGS) -o $@ $(BARE_PROGRAM) $(BARE)/hosted.c $(BUILD)/libtally-tree.a

# The tree with the layout of small machines, on this one: with what the C tests check, such as each failing allocation.
BARE_SMALL := $(BUILD)/small/libtally-tree.a
$(BARE_SMALL): $(call PART_SOURCES,tree) $(TREE_C) $(TREE_HEADERS) CSources/CTree/tree.mk
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/small TREE_SMALL=yes $@

$(BARE_OUT)/hosted-small: $(BARE_PROGRAM) $(BARE_HEADERS) $(BARE)/hosted.c $(BARE_SMALL)
	@mkdir -p $(BARE_OUT)
	$(CC) $(BARE_CFLAGS) -o $@ $(BARE_PROGRAM) $(BARE)/hosted.c $(BARE_SMALL)

$(BARE_OUT)/test-tree-small: $(CHOST)/test_tree.c $(CHOST)/tree_model.c $(CHOST)/tree_model.h $(CHOST_SUPPORT) \
  $(CHOST_HEADERS) include/tally_tree.h $(BARE_SMALL) | lib
	@mkdir -p $(BARE_OUT)
	$(CC) $(CHOST_CFLAGS) -o $@ $(filter %.c %.o,$^) $(BARE_SMALL) $(CHOST_LINK)

$(BARE_OUT)/program.wasm: $(BARE_PROGRAM) $(BARE_HEADERS) $(WASM_OUT)/tree.o $(WASM_OUT)/c
	@mkdir -p $(BARE_OUT)
	@set -e; for file in $(BARE_PROGRAM); do $(CLANG) --target=$(WASM_TARGET) -ffreestanding -mbulk-memory $(BARE_CFLAGS) \
	  -c $$file -o $(BARE_OUT)/$$(basename $$file .c).wasm.o; done
	$(TOOLCHAIN)wasm-ld --no-entry --gc-sections --export=main --allow-undefined -z stack-size=65536 --stack-first -o $@ \
	  $(patsubst %.c,$(BARE_OUT)/%.wasm.o,$(notdir $(BARE_PROGRAM))) $(WASM_OBJECTS)

# The calendar and the wording, without the tree.
$(BARE_OUT)/parts-hosted: $(BARE)/parts.c $(BARE)/hosted.c $(BARE)/program.h $(if $(TALLY_BUILT),,parts)
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

# The example: a device, and a program with the whole library that feeds it.
.PHONY: microcontroller
microcontroller: $(BARE_OUT)/device $(BARE_OUT)/feeder

$(BARE_OUT)/device: $(wildcard $(BOARD)/*) bare-libraries
	@mkdir -p $(BARE_OUT)
	$(call BARE_LINK,cortex-m3,$(BOARD)/device.c,$@,tree)

$(BARE_OUT)/feeder: $(BOARD)/feeder.c $(BOARD)/line.h include/tally.h | lib
	@mkdir -p $(BARE_OUT)
	$(CC) $(CFLAGS_HOST) -o $@ $< -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..'

test-parts: $(addprefix $(BARE_OUT)/,parts-hosted parts-cortex-m3 parts-cortex-m4 parts.wasm)
	@$(PACKAGES) $(BARE_PACKAGES)
	$(BARE_OUT)/parts-hosted > $(BARE_OUT)/parts.txt
	$(call QEMU_BOARD,mps2-an385) -kernel $(BARE_OUT)/parts-cortex-m3 2> $(BARE_OUT)/parts-cortex-m3.txt
	$(call QEMU_BOARD,mps2-an386) -kernel $(BARE_OUT)/parts-cortex-m4 2> $(BARE_OUT)/parts-cortex-m4.txt
	node $(BARE)/run_wasm.mjs $(BARE_OUT)/parts.wasm > $(BARE_OUT)/parts-wasm32.txt
	@set -e; grep -qx done $(BARE_OUT)/parts.txt; for machine in cortex-m3 cortex-m4 wasm32; do \
	  diff $(BARE_OUT)/parts.txt $(BARE_OUT)/parts-$$machine.txt || { echo "$$machine says something else"; exit 1; }; \
	  echo "ok  calendar and wording: $$machine says what this machine says"; done

test-bare: test-parts microcontroller $(addprefix $(BARE_OUT)/,smallest hosted hosted-small test-tree-small program.wasm cortex-m3 \
  cortex-m4)
	@$(PACKAGES) $(BARE_PACKAGES)
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
	  { echo "the compiler does it right: see docs/decisions/arm-r10.md"; exit 1; }
	$(PYTHON) $(BARE)/check_sizes.py $(BARE_OUT)/smallest '$(call QEMU_BOARD,mps2-an385)'
	$(PYTHON) $(BARE)/check_device.py '$(call QEMU_BOARD,mps2-an385)' $(BARE_OUT)/device $(BARE_OUT)/feeder

# From the compiler's own tree: only it knows what has 64 bits. What it prints it prints to either of its outputs.
check-widths: deps
	@mkdir -p $(BARE_OUT)
	@$(TOOLCHAIN)swiftc $(EMBEDDED_SWIFTFLAGS) -module-name TallyABI -dump-ast $(SWIFT_SOURCES) 2>&1 \
	  | grep -a declref_expr > $(BARE_OUT)/library.ast
	@set -e; $(foreach part,$(SMALL_PARTS),$(TREE_SWIFTC) -module-name $(lastword $(PART_MODULES_$(part))) -dump-ast \
	  $(call PART_SOURCES,$(part)) 2>&1 | grep -a declref_expr > $(BARE_OUT)/$(part).ast;)
	$(PYTHON) Tests/Lint/check_widths.py $(BARE_OUT)/library.ast $(SMALL_PARTS:%=$(BARE_OUT)/%.ast)
	@rm -f $(BARE_OUT)/library.ast $(SMALL_PARTS:%=$(BARE_OUT)/%.ast)
