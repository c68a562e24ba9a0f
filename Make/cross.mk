# The library for other machines with Linux.
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
# Swift's compiler has no standard library for these machines. It has one for the same processors without an operating
# system, and Embedded Swift needs no more. So Swift compiles the sources for such a processor, with the headers of
# Linux, as far as LLVM's code. clang then compiles that code for Linux.

CROSS_ARCHS := arm64 riscv64 armhf
ARCH ?= arm64
CROSS := $(BUILD)/cross/$(ARCH)
CROSS_SYSROOT := .build-sysroots/$(ARCH)
CROSS_LIBRARIES := libc6-dev linux-libc-dev libsqlite3-dev libuv1-dev libcurl4-openssl-dev libcmocka-dev libcjson-dev
PACKAGES_cross := qemu-user debian-archive-keyring
PACKAGES_musl := musl-tools tcl debian-archive-keyring

# For each machine: the target of Swift's standard library, Debian's name of the machine, the flags that make the target
# fit Debian's ABI, and the emulator that runs its programs.
CROSS_SWIFT_arm64 := aarch64-none-none-elf
CROSS_C_arm64 := aarch64-linux-gnu
CROSS_QEMU_arm64 := qemu-aarch64

CROSS_SWIFT_riscv64 := riscv64-none-none-eabi
CROSS_C_riscv64 := riscv64-linux-gnu
CROSS_FLAGS_riscv64 := -march=rv64gc -mabi=lp64d
CROSS_QEMU_riscv64 := qemu-riscv64

# Files and times have 64 bits. The optimizer of loads and stores must not run: see docs/dev/decisions/arm-r10.md.
CROSS_SWIFT_armhf := armv7-none-none-eabi
CROSS_C_armhf := arm-linux-gnueabihf
CROSS_FLAGS_armhf := -mfloat-abi=hard -mfpu=vfpv3-d16
CROSS_DEFINES_armhf := -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64
CROSS_IR_FLAGS_armhf := -march=armv7-a -mllvm -arm-load-store-opt=false
CROSS_SWIFTC_armhf := -Xllvm -arm-load-store-opt=false
CROSS_QEMU_armhf := qemu-arm

# Static programs for this machine, which need no emulator. Debian's compiler for musl is a wrapper of gcc.
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
	@$(CHECK_PACKAGES) $(if $(IS_MUSL),$(PACKAGES_musl),$(PACKAGES_cross))
	sh CSources/Link/$(if $(IS_MUSL),musl.sh $@,sysroot.sh $(ARCH) $@ $(CROSS_LIBRARIES))

$(CROSS)/objects/library.ll: $(SWIFT_SOURCES) $(SWIFT_FOLDERS) $(HEADERS) Make/library.mk Make/cross.mk | $(CROSS_SYSROOT)
	@mkdir -p $(@D)
	$(TOOLCHAIN)swiftc $(CROSS_SWIFTFLAGS) -module-name TallyABI -emit-ir -o $@ $(SWIFT_SOURCES)

$(CROSS)/objects/library.o: $(CROSS)/objects/library.ll Make/mark.awk
	$(MARK_CODE) $< > $(@D)/marked.ll
	$(CROSS_CLANG) $(CROSS_IR_FLAGS_$(ARCH)) $(MACHINE_CODE) -Wno-unused-command-line-argument -c -o $@ $(@D)/marked.ll
	@rm -f $(@D)/marked.ll

$(CROSS_C_OBJECTS): $(CROSS)/objects/%.o: CSources/%.c $(HEADERS) Make/library.mk Make/cross.mk | $(CROSS_SYSROOT)
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

# small.mk makes the small parts. They use no C library, so those for musl need none of its headers.
$(CROSS_PARTS): $(CROSS)/libtally-%.a: $(foreach part,$(SMALL_PARTS),$(call PART_SOURCES,$(part))) $(TREE_C) $(TREE_HEADERS) \
  Make/small.mk Make/cross.mk
	@$(MAKE) --no-print-directory BUILD=$(CROSS) TREE_TARGET=$(CROSS_SWIFT) TREE_SYSTEM=$(CROSS_C:musl=gnu) \
	  TREE_FLAGS='$(CROSS_FLAGS_$(ARCH)) -fPIC' TREE_SWIFTFLAGS='$(CROSS_SWIFTC_$(ARCH))' \
	  $(CROSS)/tree/$(CROSS_SWIFT)/libtally-$*.a
	cp $(CROSS)/tree/$(CROSS_SWIFT)/libtally-$*.a $@

# There is no shared library for musl: a system with musl has its own packages of the libraries that Tally needs.
cross-library: $(CROSS)/libtally.a $(CROSS_PARTS) \
  $(CROSS)/$(if $(IS_MUSL),link/libtally.a,libtally.so.$(SOVERSION))

# These files are built, and the rules for this machine must not make them again.
CROSS_READY := slim.a libtally.so.$(SOVERSION) libtally.a $(notdir $(CROSS_PARTS))

ifdef IS_MUSL
cross: cross-library
	@ls -l $(CROSS)/*.a
else
cross: cross-library deps-install
	rm -rf $(CROSS)/stage
	@$(CROSS_MAKE) LIBRARIES_ALONE=yes OBJCOPY=$(TOOLCHAIN)llvm-objcopy DESTDIR=$(CROSS)/stage PREFIX=/usr \
	  LIBDIR=/usr/lib/$(CROSS_C) $(CROSS_READY:%=-o $(CROSS)/%) install-files
	$(PYTHON) CSources/Link/cross_packages.py --architecture $(ARCH) --version $(VERSION) --soversion $(SOVERSION) \
	  --maintainer '$(MAINTAINER)' --stage $(CROSS)/stage --archives $(CROSS_SYSROOT).apt/archives --out $(CROSS)/deb
endif
