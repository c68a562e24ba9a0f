# The objects of the library. The Makefile links them.
#
# All Swift below the Swift API is compiled as one module. The compiler sees all of it at the same time, so the library
# is smaller and faster than one with a module for each folder, as every other build makes it (Package.swift). The
# imports of our own modules find empty ones (CSources/Empty).

EMBEDDED := .build-$(if $(TALLY_PLAIN),plain,embedded)
ARCHIVE := $(EMBEDDED)/libtally-whole.a
MODULES_ARCHIVE := $(EMBEDDED)/libtally-modules.a

MODULES := TallyMemory TallyFailure TallyBorder TallyTree TallyCalendar TallyPolicy TallySummary TallyWire TallyStore \
  TallyLoop TallyHTTP TallyEngine TallyABI
C_MODULES := CChecksum CFiles CFailure CMemory CPlatform
SWIFT_SOURCES := $(sort $(shell find $(MODULES:%=Sources/%) -name '*.swift'))
# A folder is newer than the compiled code after a file was added or removed.
SWIFT_FOLDERS := $(shell find $(MODULES:%=Sources/%) -type d)
C_SOURCES := $(sort $(wildcard $(C_MODULES:%=CSources/%/*.c)))
HEADERS := $(wildcard include/*.h CSources/*/*.h CSources/*/include/*.h CSources/*/module.modulemap)
C_OBJECTS := $(C_SOURCES:CSources/%.c=$(EMBEDDED)/%.o)
# The folders of this machine's libraries; a build for another machine leaves them out (cross.mk).
SYSTEM_INCLUDES := $(shell pkg-config --cflags sqlite3 libuv libcurl 2>/dev/null)
C_INCLUDES := -Iinclude $(addprefix -ICSources/,Empty CSQLite CUV CCurl $(C_MODULES:%=%/include)) $(SYSTEM_INCLUDES)

# TALLY_PLAIN=1 makes a library for tests alone, without caches and short ways (Tests/plain.mk).
PLAIN_CFLAGS := $(if $(TALLY_PLAIN),-DTALLY_PLAIN)
PLAIN_SWIFTFLAGS := $(if $(TALLY_PLAIN),-D TALLY_PLAIN -Xcc -DTALLY_PLAIN)

# The flags of Package.swift's embedded build. Functions are not specialized for closures, and Swift's retain is not
# inlined, which would make copies.
EMBEDDED_SWIFTFLAGS := -swift-version 6 -parse-as-library -enable-experimental-feature Embedded -wmo -num-threads 0 -Osize -g \
  -dwarf-version=4 -enforce-exclusivity=unchecked -file-prefix-map '$(CURDIR)=.' -Xfrontend -function-sections \
  -Xfrontend -trap-function -Xfrontend ctally_platform_trap -Xfrontend -mergeable-traps \
  -Xfrontend -no-clang-module-breadcrumbs -Xllvm -sil-disable-pass=closure-specialize \
  -Xllvm -force-attribute=swift_retain:noinline -Xcc -fno-omit-frame-pointer \
  -Xcc -DTALLY_LINKED_PARTS $(PLAIN_SWIFTFLAGS) $(C_INCLUDES)
EMBEDDED_CFLAGS := $(PLAIN_CFLAGS) -Os -ffunction-sections -fdata-sections -fvisibility=hidden -fPIC -g -gdwarf-4 -fno-omit-frame-pointer \
  -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 '-ffile-prefix-map=$(CURDIR)=.' $(C_INCLUDES)

# The module file beside it is for programs in Swift that call the library's modules.
$(EMBEDDED)/library.ll: $(SWIFT_SOURCES) $(SWIFT_FOLDERS) $(HEADERS) Make/library.mk | deps
	@mkdir -p $(@D)
	$(TOOLCHAIN)swiftc $(EMBEDDED_SWIFTFLAGS) -module-name TallyABI -emit-module -emit-module-path $(@D)/TallyABI.swiftmodule \
	  -emit-ir -o $@ $(SWIFT_SOURCES)

# Clang compiles LLVM's code in two steps, which other machines share (Make/cross.mk). MARK_CODE changes the code.
# MACHINE_CODE optimizes the whole again for size: sequences of instructions that occur more than once become functions.
MARK_CODE := awk -f Make/mark.awk
MACHINE_CODE := -Oz -fPIC -ffunction-sections -fdata-sections -Wno-override-module \
  -mllvm -enable-machine-outliner=always

$(EMBEDDED)/library.o: $(EMBEDDED)/library.ll Make/mark.awk
	$(MARK_CODE) $< > $(EMBEDDED)/marked.ll
	$(CLANG) $(MACHINE_CODE) -c -o $@ $(EMBEDDED)/marked.ll
	@rm -f $(EMBEDDED)/marked.ll

# The same code for programs in Swift that call the library's modules: everything public remains callable.
$(EMBEDDED)/modules.o: $(EMBEDDED)/library.ll
	$(CLANG) -O2 -fPIC -ffunction-sections -fdata-sections -Wno-override-module -Xclang -disable-llvm-passes -c -o $@ $<

$(C_OBJECTS): $(EMBEDDED)/%.o: CSources/%.c $(HEADERS) Make/library.mk | deps
	@mkdir -p $(@D)
	$(CLANG) $(EMBEDDED_CFLAGS) -c -o $@ $<

archive: $(ARCHIVE)

# With TALLY_BUILT=1 the archive exists, and make does not compare it with the sources.
$(ARCHIVE): $(if $(TALLY_BUILT),,$(EMBEDDED)/library.o $(C_OBJECTS))
	@test -n "$^" || { echo "TALLY_BUILT=1 builds no library, and there is none: run \`make lib\` first" >&2; exit 1; }
	rm -f $@
	$(TOOLCHAIN)llvm-ar rcsD $@ $^

$(MODULES_ARCHIVE): $(EMBEDDED)/modules.o $(C_OBJECTS)
	rm -f $@
	$(TOOLCHAIN)llvm-ar rcsD $@ $^
