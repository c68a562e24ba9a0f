# The tree alone; included by the Makefile.
#
# make tree              build/libtally-tree.a and build/tally-tree.pc
# make check-tree        its symbols, what it needs, its size, and the header in each version of C and C++
# TREE_TARGET=armv7em-none-none-eabi makes it for another machine, below build/tree; CTALLY_NO_THREADS is then set, so
# that it needs no thread-local storage. TREE_CPU=cortex-m3 makes it for that processor, without floating point. With
# TREE_SYSTEM=aarch64-linux-gnu the machine has that system, and threads (cross.mk).

TREE_TARGET ?=
TREE_CPU ?=
TREE_SYSTEM ?=
TREE_OUT := $(BUILD)/tree$(if $(TREE_TARGET),/$(TREE_TARGET))$(if $(TREE_CPU),-$(TREE_CPU))
TREE_FLAGS := $(if $(TREE_CPU),-mcpu=$(TREE_CPU) -mfloat-abi=soft)
TREE_THREADS := -fPIC -ftls-model=initial-exec
TREE_ARCHIVE := $(if $(TREE_TARGET),$(TREE_OUT),$(BUILD))/libtally-tree.a
TREE_MODULES := TallyMemory TallyFailure TallyTree TallyTreeABI
TREE_SOURCES := $(foreach module,$(TREE_MODULES),$(wildcard Sources/$(module)/*.swift))
# Small before fast: only these keep what asks the compiler for speed. They are what setting a badge goes through.
TREE_FAST := Node.swift Tree+Lookup.swift Tree+Propagation.swift
TREE_INCLUDES := $(addprefix -I $(CURDIR)/CSources/,CMemory/include CFailure/include CTree/include)
TREE_C := CSources/CTree/memory.c CSources/CTree/heap.c CSources/CFailure/failure.c
TREE_HEADERS := include/tally_tree.h $(wildcard CSources/CTree/include/*) $(wildcard CSources/CMemory/include/*) \
  $(wildcard CSources/CFailure/include/*)
TREE_SWIFTC = $(TOOLCHAIN)swiftc $(if $(TREE_TARGET),-target $(TREE_TARGET)) $(addprefix -Xcc ,$(TREE_FLAGS)) $(TREE_SWIFTFLAGS) -enable-experimental-feature Embedded -wmo \
  -parse-as-library -Osize -swift-version 6 -enforce-exclusivity=unchecked -Xfrontend -disable-stack-protector \
  -Xfrontend -function-sections -Xfrontend -mergeable-traps -file-prefix-map '$(CURDIR)=.' \
  -Xfrontend -no-clang-module-breadcrumbs -Xllvm -sil-disable-pass=closure-specialize -I . $(TREE_INCLUDES)
TREE_CC = $(CLANG) $(if $(TREE_SYSTEM),--target=$(TREE_SYSTEM) $(TREE_FLAGS) $(TREE_THREADS),$(if \
  $(TREE_TARGET),--target=$(TREE_TARGET) $(TREE_FLAGS) -DCTALLY_NO_THREADS,$(TREE_THREADS))) \
  -std=c11 -ffreestanding -Oz -ffunction-sections -fdata-sections -fvisibility=hidden -fno-stack-protector \
  -fno-asynchronous-unwind-tables -Wall -Wextra -Werror -ffile-prefix-map='$(CURDIR)=.' $(TREE_INCLUDES)
TREE_FUNCTIONS = $(shell sed -nE 's/^.*[ *](tally_tree_[a-z_]*)[(][^)]*.*$$/\1/p' include/tally_tree.h | sort -u)
# The target's own tools where it is not this machine's.
TREE_LD = $(if $(TREE_TARGET),$(TOOLCHAIN)ld.lld,ld)
TREE_OBJCOPY = $(if $(TREE_TARGET),$(TOOLCHAIN)llvm-objcopy,objcopy)

.PHONY: tree check-tree

tree: $(TREE_ARCHIVE) $(BUILD)/tally-tree.pc

$(TREE_OUT)/modules: $(TREE_SOURCES) $(TREE_HEADERS) CSources/CTree/tree.mk
	@rm -rf $(TREE_OUT)/Sources
	@for module in $(TREE_MODULES); do \
	  mkdir -p $(TREE_OUT)/Sources/$$module; \
	  for file in Sources/$$module/*.swift; do \
	    case " $(TREE_FAST) " in *" $${file##*/} "*) remove=;; *) remove='s/@_optimize(speed)//;s/@inline(__always)//';; esac; \
	    sed "$$remove" $$file > $(TREE_OUT)/$$file; \
	  done; \
	  (cd $(TREE_OUT) && $(TREE_SWIFTC) -module-name $$module -emit-module -emit-module-path $$module.swiftmodule \
	    -c Sources/$$module/*.swift -o $$module.o) || exit 1; \
	done
	@touch $@

$(TREE_OUT)/c: $(TREE_C) $(TREE_HEADERS) CSources/CTree/tree.mk
	@mkdir -p $(TREE_OUT)
	@for file in $(TREE_C); do $(TREE_CC) -c $$file -o $(TREE_OUT)/$$(basename $$file .c).o || exit 1; done
	@touch $@

# One object, in which only the functions of the header are visible, and nothing that they do not call. As in libtally.a
# --unique keeps the sections of functions apart, so a program has of it what it calls. Swift's objects get their memory
# from the tree's, and bcmp, which compilers call, is not among the functions that a host has to have.
$(TREE_ARCHIVE): $(TREE_OUT)/modules $(TREE_OUT)/c
	@for object in $(TREE_MODULES) $(basename $(notdir $(TREE_C))); do \
	  $(TREE_OBJCOPY) --remove-section .swift_modhash --remove-section .eh_frame --remove-section .comment \
	    --redefine-sym posix_memalign=ctree_object_allocate --redefine-sym free=ctree_object_free \
	    --redefine-sym bcmp=memcmp $(TREE_OUT)/$$object.o $(TREE_OUT)/$$object.slim.o || exit 1; \
	done
	$(TREE_LD) -r $(if $(TREE_TARGET),,--unique) --gc-sections $(addprefix -u ,$(TREE_FUNCTIONS)) -o $(TREE_OUT)/tally-tree.o \
	  $(patsubst %,$(TREE_OUT)/%.slim.o,$(TREE_MODULES) $(basename $(notdir $(TREE_C))))
	$(TREE_OBJCOPY) --wildcard --keep-global-symbol='tally_tree_*' --strip-unneeded $(TREE_OUT)/tally-tree.o
	rm -f $@
	ar rcsD $@ $(TREE_OUT)/tally-tree.o

$(BUILD)/tally-tree.pc: CSources/Link/tally-tree.pc.in CSources/CTree/tree.mk
	@mkdir -p $(BUILD)
	sed -e 's|@PREFIX@|$(CURDIR)|' -e 's|@LIBDIR@|$(CURDIR)/$(BUILD)|' -e 's|@INCLUDEDIR@|$(CURDIR)/include|' \
	  -e 's|@VERSION@|$(VERSION)|' $< > $@

check-tree: tree
	$(PYTHON) Tests/CHost/check_tree.py $(TREE_ARCHIVE)
