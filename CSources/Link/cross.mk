# The library for other machines with Linux and glibc; included by the Makefile, after library.mk.
#
# make cross ARCH=arm64|riscv64|armhf     libtally.so.0, libtally.a, the small parts and Debian packages, into
#                                         $(BUILD)/cross/ARCH. Debian's libraries for it are unpacked into
#                                         .build-sysroots; nothing is installed but what runs on this machine
# make test-cross ARCH=...                the C tests, the conformance data and the examples under qemu
# make test-cross-short ARCH=...          those that say most, in a minute
# make cross ARCH=musl                    libtally.a for musl on this machine's processor, and the small parts; SQLite,
#                                         libuv and libcurl are compiled from Debian's sources. Then test-cross-short
#                                         ARCH=musl runs static programs, without qemu
# make check-musl                         the library's C for musl
# make test-carry                         files, snapshots and patches from each machine to each (test-carry-all: armhf)
#
# The compiler of Swift has no standard library for these machines, but one for machines of their kind without an
# operating system, and that is all that Embedded Swift needs. So Swift is compiled for such a machine, as far as LLVM's
# code, with the headers of Linux; clang then compiles that code for Linux.

CROSS_ARCHS := arm64 riscv64 armhf
ARCH ?= arm64
CROSS := $(BUILD)/cross/$(ARCH)
CROSS_SYSROOT := .build-sysroots/$(ARCH)
CROSS_MK := $(lastword $(MAKEFILE_LIST))
CROSS_LIBRARIES := libc6-dev linux-libc-dev libsqlite3-dev libuv1-dev libcurl4-openssl-dev libcmocka-dev libcjson-dev
CROSS_PACKAGES := qemu-user debian-archive-keyring
MUSL_PACKAGES := musl-tools tcl debian-archive-keyring
ALL_TEST_PACKAGES += $(CROSS_PACKAGES) $(MUSL_PACKAGES)

# The target of Swift's standard library; Debian's name of the machine; what makes the former fit the ABI of the latter;
# what runs its programs.
CROSS_SWIFT_arm64 := aarch64-none-none-elf
CROSS_C_arm64 := aarch64-linux-gnu
CROSS_QEMU_arm64 := qemu-aarch64

CROSS_SWIFT_riscv64 := riscv64-none-none-eabi
CROSS_C_riscv64 := riscv64-linux-gnu
CROSS_FLAGS_riscv64 := -march=rv64gc -mabi=lp64d
CROSS_QEMU_riscv64 := qemu-riscv64

# Files and times have 64 bits. The optimizer of loads and stores must not run: see docs/decisions/arm-r10.md.
CROSS_SWIFT_armhf := armv7-none-none-eabi
CROSS_C_armhf := arm-linux-gnueabihf
CROSS_FLAGS_armhf := -mfloat-abi=hard -mfpu=vfpv3-d16
CROSS_DEFINES_armhf := -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64
CROSS_IR_FLAGS_armhf := -march=armv7-a -mllvm -arm-load-store-opt=false
CROSS_SWIFTC_armhf := -Xllvm -arm-load-store-opt=false
CROSS_QEMU_armhf := qemu-arm

# Static programs, which need no emulation. Debian has no compiler for musl but a wrapper of gcc.
CROSS_SWIFT_musl := x86_64-unknown-none-elf
CROSS_C_musl := x86_64-linux-musl
IS_MUSL := $(filter musl,$(ARCH))

CROSS_SWIFT := $(CROSS_SWIFT_$(ARCH))
CROSS_C := $(CROSS_C_$(ARCH))
CROSS_QEMU := $(CROSS_QEMU_$(ARCH))
CROSS_CLANG = $(CLANG) --target=$(CROSS_C) --sysroot=$(CURDIR)/$(CROSS_SYSROOT) $(CROSS_FLAGS_$(ARCH)) \
  $(if $(filter armhf,$(ARCH)),-march=armv7-a)
# Clang reads the headers for Swift. The triple is that of a machine without an operating system, so the options state
# that it runs Linux, and where its headers are.
CROSS_IMPORT = $(addprefix -Xcc ,-fPIC --sysroot=$(CURDIR)/$(CROSS_SYSROOT) -D_GNU_SOURCE -D__linux__=1 -D__gnu_linux__=1 \
  -D__unix__=1 $(CROSS_FLAGS_$(ARCH)) $(CROSS_DEFINES_$(ARCH)) -idirafter \
  $(CURDIR)/$(CROSS_SYSROOT)/usr/include/$(CROSS_C) -idirafter $(CURDIR)/$(CROSS_SYSROOT)/usr/include)
CROSS_SWIFTFLAGS = -target $(CROSS_SWIFT) $(CROSS_IMPORT) -module-cache-path $(CROSS)/cache \
  $(filter-out $(SYSTEM_INCLUDES),$(EMBEDDED_SWIFTFLAGS)) -Xcc -UTALLY_LINKED_PARTS
CROSS_CFLAGS = $(filter-out $(SYSTEM_INCLUDES),$(EMBEDDED_CFLAGS)) $(CROSS_DEFINES_$(ARCH))
CROSS_C_OBJECTS := $(C_SOURCES:CSources/%.c=$(CROSS)/objects/%.o)
CROSS_LIBS := $(if $(IS_MUSL),-lcurl -luv -lsqlite3,-lsqlite3 -luv -lcurl) -lm -lpthread
CROSS_OBJECTS := $(CROSS)/objects/library.o $(CROSS_C_OBJECTS)

.PHONY: cross cross-library test-cross test-cross-short

$(CROSS_SYSROOT): | CSources/Link/sysroot.sh
	@$(PACKAGES) $(if $(IS_MUSL),$(MUSL_PACKAGES),$(CROSS_PACKAGES))
	sh CSources/Link/$(if $(IS_MUSL),musl.sh $@,sysroot.sh $(ARCH) $@ $(CROSS_LIBRARIES))

$(CROSS)/objects/library.ll: $(SWIFT_SOURCES) $(SWIFT_FOLDERS) $(HEADERS) $(LIBRARY_MK) $(CROSS_MK) | $(CROSS_SYSROOT)
	@mkdir -p $(@D)
	$(TOOLCHAIN)swiftc $(CROSS_SWIFTFLAGS) -module-name TallyABI -emit-ir -o $@ $(SWIFT_SOURCES)

$(CROSS)/objects/library.o: $(CROSS)/objects/library.ll
	$(MARK_CODE) $< > $(@D)/marked.ll
	$(CROSS_CLANG) $(CROSS_IR_FLAGS_$(ARCH)) $(MACHINE_CODE) -Wno-unused-command-line-argument -c -o $@ $(@D)/marked.ll
	@rm -f $(@D)/marked.ll

$(CROSS_C_OBJECTS): $(CROSS)/objects/%.o: CSources/%.c $(HEADERS) $(LIBRARY_MK) $(CROSS_MK) | $(CROSS_SYSROOT)
	@mkdir -p $(@D)
	$(CROSS_CLANG) $(CROSS_CFLAGS) -c -o $@ $<

# The rest is built as for this machine, with the toolchain's tools, which know all machines.
$(CROSS)/slim/done: $(CROSS_OBJECTS)
	@rm -rf $(CROSS)/slim && mkdir -p $(CROSS)/slim
	@for object in $(CROSS_OBJECTS); do \
	  $(TOOLCHAIN)llvm-objcopy --remove-section .swift_modhash --remove-section .eh_frame \
	    --redefine-sym posix_memalign=ctally_reserve_allocate $$object \
	    $(CROSS)/slim/$$(echo $${object#$(CROSS)/objects/} | tr / -) || exit 1; \
	done
	@touch $@

$(CROSS)/libtally.so.$(SOVERSION): $(CROSS)/slim/done CSources/Link/tally.map
	$(CROSS_CLANG) -shared -fuse-ld=lld -o $@ $(CROSS)/slim/*.o -Wl,--no-eh-frame-hdr -Wl,-soname,libtally.so.$(SOVERSION) \
	  -Wl,--version-script,CSources/Link/tally.map -Wl,-z,defs -Wl,-z,relro,-z,now,-z,noexecstack \
	  -Wl,--build-id=sha1 -Wl,--gc-sections -Wl,--icf=all -Wl,--as-needed -Wl,-rpath,'$$ORIGIN' $(CROSS_LIBS)
	ln -sf libtally.so.$(SOVERSION) $(CROSS)/libtally.so

$(CROSS)/libtally.a: $(CROSS)/slim/done
	$(TOOLCHAIN)ld.lld -r --unique $(CROSS)/slim/*.o -o $(CROSS)/tally.o
	$(TOOLCHAIN)llvm-objcopy --wildcard --keep-global-symbol='tally_*' $(CROSS)/tally.o
	rm -f $@
	$(TOOLCHAIN)llvm-ar rcsD $@ $(CROSS)/tally.o
	rm -f $(CROSS)/tally.o

CROSS_PARTS := $(SMALL_PARTS:%=$(CROSS)/libtally-%.a)

# The small parts, as tree.mk makes them. They have nothing of a C library, so those for musl need none of its headers.
$(CROSS_PARTS): $(CROSS)/libtally-%.a: $(foreach part,$(SMALL_PARTS),$(call PART_SOURCES,$(part))) $(TREE_C) $(TREE_HEADERS) \
  CSources/CTree/tree.mk $(CROSS_MK)
	@$(MAKE) --no-print-directory BUILD=$(CROSS) TREE_TARGET=$(CROSS_SWIFT) TREE_SYSTEM=$(CROSS_C:musl=gnu) \
	  TREE_FLAGS='$(CROSS_FLAGS_$(ARCH)) -fPIC' TREE_SWIFTFLAGS='$(CROSS_SWIFTC_$(ARCH))' \
	  $(CROSS)/tree/$(CROSS_SWIFT)/libtally-$*.a
	cp $(CROSS)/tree/$(CROSS_SWIFT)/libtally-$*.a $@

# A program with musl is static, or it belongs to a system that has its own packages of what the library needs.
cross-library: $(CROSS)/libtally.a $(CROSS_PARTS) \
  $(CROSS)/$(if $(IS_MUSL),link/libtally.a,libtally.so.$(SOVERSION))

# Built already; and by no rule of this machine's.
CROSS_READY := slim.a libtally.so.$(SOVERSION) libtally.a $(notdir $(CROSS_PARTS))

ifdef IS_MUSL
cross: cross-library
	@ls -l $(CROSS)/*.a
else
cross: cross-library
	@$(PACKAGES) $(INSTALL_PACKAGES)
	rm -rf $(CROSS)/stage
	@$(CROSS_MAKE) LIBRARIES_ALONE=yes OBJCOPY=$(TOOLCHAIN)llvm-objcopy DESTDIR=$(CROSS)/stage PREFIX=/usr \
	  LIBDIR=/usr/lib/$(CROSS_C) $(CROSS_READY:%=-o $(CROSS)/%) install-files
	$(PYTHON) CSources/Link/cross_packages.py --architecture $(ARCH) --version $(VERSION) --soversion $(SOVERSION) \
	  --maintainer '$(MAINTAINER)' --stage $(CROSS)/stage --archives $(CROSS_SYSROOT).apt/archives --out $(CROSS)/deb
endif

# --- Tests ----------------------------------------------------------------------------------------------------------
#
# The rules of the tests for this machine make the programs, with another compiler and another folder.

# A test has a function of libcurl's, to take its place. Theirs has a version, so lld must be told.
CROSS_LINK := -Wl,--export-dynamic-symbol=curl_global_init
CROSS_CC = $(CROSS_CLANG) $(CROSS_DEFINES_$(ARCH)) -fuse-ld=lld -Wno-unused-command-line-argument $(CROSS_LINK)
# A static program names the libraries that the library needs. The tests' rules do not: a script of the linker does. Nor
# do they link a test again after the library has changed.
MUSL_CC = musl-gcc -static -isystem $(CURDIR)/$(CROSS_SYSROOT)/usr/include -L$(CROSS)/link \
  -L$(CURDIR)/$(CROSS_SYSROOT)/usr/lib
$(CROSS)/link/libtally.a: $(CROSS)/libtally.a $(CROSS_MK)
	@mkdir -p $(@D)
	rm -rf $(CROSS)/tests
	echo 'GROUP ( $(CURDIR)/$< $(CROSS_LIBS) )' > $@
CROSS_MAKE = $(MAKE) --no-print-directory TALLY_BUILT=1 BUILD=$(CROSS) LIBS='$(CROSS_LIBS)' \
  CC='$(if $(IS_MUSL),$(MUSL_CC),$(CROSS_CC))'
CROSS_SHORT := conformance test_badges test_store test_feed
# test_cancel has system calls of its own, as machines of 64 bits make them. With musl also those are left out that
# replace functions of libraries, which a static program has once, and that look into glibc's allocator.
CROSS_WITHOUT_armhf := test_cancel
CROSS_WITHOUT_musl := test_cancel test_transport test_soak
CROSS_ALL := $(CROSS_SHORT) minimal transport test_tree test_events_static \
  $(filter-out $(CROSS_SHORT) $(CROSS_WITHOUT_$(ARCH)),$(CHOST_TESTS))
CROSS_RUN = TALLY_FILES=$(CURDIR)/$(CHOST)/files TALLY_HEADER=$(CURDIR)/include/tally.h \
  TALLY_FEED_SERVER=$(CURDIR)/Examples/feed-server/feed_server.py PYTHON=$(PYTHON) \
  sh Tests/Cross/run.sh '$(CROSS_QEMU)' $(CROSS_SYSROOT) $(CROSS)/tests
CROSS_CHECK = $(if $(filter armhf,$(ARCH)),$(PYTHON) Tests/Cross/check_r10.py $(TOOLCHAIN)llvm-objdump \
  $(CROSS)/libtally.so.$(SOVERSION))

# In `make test-all`, and all of it in `make nightly`. riscv64's libraries come from the next release of Debian, whose
# mirrors are not always of one state, so what must pass for every commit does not need them.
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

# Each machine writes, and every other reads it. The program puts its own clock in the place of the system's.
.PHONY: test-carry test-carry-all carry-program
CROSS_CARRY = $(CHOST_OUT)/test_carry
$(CROSS_CARRY): Tests/Cross/test_carry.c $(CHOST_SUPPORT) $(CHOST_EVERYTHING) $(CHOST_HEADERS) | lib
	$(CC) $(CHOST_CFLAGS) -o $@ $(filter %.c %.o,$^) $(CHOST_LINK) -ldl -Wl,--export-dynamic-symbol=clock_gettime \
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
ALL_TEST_PACKAGES += musl-tools
check-musl:
	@$(PACKAGES) musl-tools
	sh Tests/Cross/check_musl.sh $(BUILD)/musl
