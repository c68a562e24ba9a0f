# make            builds the libraries and the command into build/
# make demo       shows the main job on a real server
# make test       runs all tests; make test-c, test-conformance, test-examples, test-swift and others, a part each
# make soak       runs the long forms of the slow tests
# make install    installs it, below PREFIX (/usr/local) and DESTDIR; make uninstall removes it
# make deb        Debian packages, into build/deb; make dist: the sources, as build/tally-VERSION.tar.xz
# make fuzz       looks for inputs that break something, FUZZ_SECONDS (10) for each target
# make bench      measures beside other ways of doing the same
# make check-counts     instructions and allocations of the hot paths against what is written down
# make update-counts    writes them down anew
# make test-install     what is installed; make test-package, the Debian packages in a bare Debian
# make check-abi        what compiled programs rely on against what is written down; make update-abi writes it anew
# make tables           generates the tables of languages anew
# make docs           checks and converts the documentation of the Swift interface
# make bindings         generates the bindings' declarations anew; make test-bindings tests all of them
# make lint, make check-freestanding, make clean

VERSION := 0.1.0
SOVERSION := 0
BUILD := build
SWIFT ?= swift
# The compiler and linker that come with Swift: they know its objects best.
TOOLCHAIN := $(dir $(realpath $(shell command -v $(SWIFT))))
CLANG := $(TOOLCHAIN)clang
PYTHON ?= python3
CC := cc
CXX := c++
LIBS := $(shell pkg-config --libs sqlite3 libuv libcurl 2>/dev/null) -lm
CFLAGS_HOST := -std=c99 -pedantic -Wall -Wextra -Werror -O1 -g -gdwarf-4 -Iinclude

EMBEDDED := .build-embedded
SWIFT_EMBEDDED = TALLY_EMBEDDED=1 $(SWIFT) build -c release --scratch-path $(EMBEDDED)
ARCHIVE := $(EMBEDDED)/release/libTallyStatic.a

.PHONY: all lib cli deps deps-test demo test test-swift test-python test-story soak lint check-freestanding clean archive \
  tables

all: lib cli

# Installs what is missing: with apt as root or through sudo; else says what to do.
deps:
	@sh CSources/Link/install-packages.sh libsqlite3-dev libuv1-dev libcurl4-openssl-dev pkg-config

# The sanitizers and libFuzzer come with Swift; libFuzzer is linked with the library of C++.
deps-test: deps
	@sh CSources/Link/install-packages.sh g++ valgrind libcmocka-dev binutils python3 nginx-light openssl tzdata
	@$(PYTHON) -c 'import pytest' 2>/dev/null || sh CSources/Link/install-packages.sh python3-pytest

# --- Libraries: the embedded build ---------------------------------------------------------------------------------

# SwiftPM knows best what is out of date; it takes a second where nothing is.
archive: deps
	@$(SWIFT_EMBEDDED) --product TallyStatic

$(ARCHIVE): archive ;

lib: archive
	@$(MAKE) --no-print-directory $(BUILD)/libtally.so $(BUILD)/libtally.a $(BUILD)/tally.pc

# Without what only a runtime of Swift (.swift_modhash) or of C++ (.eh_frame) would read: nothing throws through the
# library, and debuggers find their way by frame pointers.
$(BUILD)/slim.a: $(ARCHIVE)
	@mkdir -p $(BUILD)
	objcopy --remove-section .swift_modhash --remove-section .eh_frame $(ARCHIVE) $@

# Identical functions are folded, also those whose address is taken: nothing here compares addresses of its own functions.
$(BUILD)/libtally.so.$(SOVERSION): $(BUILD)/slim.a CSources/Link/tally.map Makefile
	$(CLANG) -shared -fuse-ld=lld -o $@ -Wl,--whole-archive $(BUILD)/slim.a -Wl,--no-whole-archive \
	  -Wl,--no-eh-frame-hdr \
	  -Wl,-soname,libtally.so.$(SOVERSION) -Wl,--version-script,CSources/Link/tally.map -Wl,-z,defs \
	  -Wl,-z,relro,-z,now,-z,noexecstack -Wl,--build-id=sha1 -Wl,--gc-sections -Wl,--icf=all -Wl,--as-needed -Wl,-rpath,'$$ORIGIN' $(LIBS)

$(BUILD)/libtally.so: $(BUILD)/libtally.so.$(SOVERSION)
	ln -sf libtally.so.$(SOVERSION) $@

# Everything in one object with only our own names visible: the Swift runtime in it must not take the place of
# another one in a program that has one.
$(BUILD)/libtally.a: $(BUILD)/slim.a
	ld -r --whole-archive $(BUILD)/slim.a -o $(BUILD)/tally.o
	objcopy --wildcard --keep-global-symbol='tally_*' $(BUILD)/tally.o
	rm -f $@
	ar rcsD $@ $(BUILD)/tally.o
	rm -f $(BUILD)/tally.o

$(BUILD)/tally.pc: CSources/Link/tally.pc.in Makefile
	@mkdir -p $(BUILD)
	sed -e 's|@PREFIX@|$(CURDIR)|' -e 's|@LIBDIR@|$(CURDIR)/$(BUILD)|' -e 's|@INCLUDEDIR@|$(CURDIR)/include|' \
	  -e 's|@VERSION@|$(VERSION)|' $< > $@

# --- The command: the ordinary build --------------------------------------------------------------------------------

cli: deps
	@$(SWIFT) build -c release --scratch-path .build-release --product tally --static-swift-stdlib \
	  -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' \
	  -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
	  -Xlinker -z -Xlinker now
	@mkdir -p $(BUILD)
	@cp -f .build-release/release/tally $(BUILD)/tally

# --- Demo -----------------------------------------------------------------------------------------------------------

$(BUILD)/demo/watch: Examples/c/watch.c include/tally.h lib
	@mkdir -p $(BUILD)/demo
	$(CC) $(CFLAGS_HOST) -o $@ $< -L$(BUILD) -ltally -Wl,-rpath,'$$ORIGIN/..'

demo: lib $(BUILD)/demo/watch
	$(PYTHON) Examples/demo/demo.py --watch $(BUILD)/demo/watch

# --- The freestanding floor -----------------------------------------------------------------------------------------

FREESTANDING_TARGETS := armv7em-none-none-eabi wasm32-unknown-none-wasm
PURE_MODULES := TallyMemory TallyTree TallyCalendar TallyPolicy TallySummary

# Compiles the pure modules for machines without an operating system, and checks that they import nothing but each
# other and the allocator.
check-freestanding:
	@! grep -n '^ *\(public \|internal \|@_exported \)*import ' $(foreach m,$(PURE_MODULES),Sources/$(m)/*.swift Sources/$(m)/*/*.swift) \
	  2>/dev/null | grep -vE 'import (CMemory|$(subst $() ,|,$(PURE_MODULES)))$$'
	@for target in $(FREESTANDING_TARGETS); do \
	  mkdir -p $(BUILD)/freestanding/$$target; \
	  for module in $(PURE_MODULES); do \
	    $(TOOLCHAIN)swiftc -target $$target -enable-experimental-feature Embedded -wmo -parse-as-library -Osize \
	      -swift-version 6 -module-name $$module -I $(BUILD)/freestanding/$$target -I CSources/CMemory/include \
	      -emit-module -emit-module-path $(BUILD)/freestanding/$$target/$$module.swiftmodule \
	      -c $$(find Sources/$$module -name '*.swift') -o $(BUILD)/freestanding/$$target/$$module.o || exit 1; \
	  done; \
	  echo "$$target: $(PURE_MODULES) compile"; \
	done

# --- Tables of languages -------------------------------------------------------------------------------------------

TABLES := Sources/TallySummary/Tables.swift

# From the CLDR of this machine's Debian, which is named at the top of the file.
tables:
	@sh CSources/Link/install-packages.sh unicode-cldr-core python3
	$(PYTHON) CSources/CLDR/generate_tables.py $(TABLES)

# --- Tests ----------------------------------------------------------------------------------------------------------

lint:
	$(SWIFT) format lint --strict --configuration .swift-format -r Package.swift Sources Tests Benchmarks Examples

test-swift: deps-test
	$(SWIFT) test --scratch-path .build

-include Tests/CHost/tests.mk
include Tests/ICU/icu.mk
include Tests/Fuzz/fuzz.mk
include Tests/Calendar/calendar.mk
include Benchmarks/bench.mk
include Bindings/bindings.mk
include Examples/examples.mk
include CSources/Link/install.mk
include Tests/ABI/abi.mk
include Tests/Docs/docs.mk
include Tests/Package/package.mk

test-python: deps-test lib cli
	$(PYTHON) -m pytest -q Tests/FeedServer Tests/CLI Tests/Docs

test-story: $(BUILD)/demo/watch
	$(PYTHON) Examples/demo/demo.py --watch $(BUILD)/demo/watch

test: deps-test
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory check-freestanding
	@$(MAKE) --no-print-directory lib cli
	@$(MAKE) --no-print-directory check-abi
	@$(MAKE) --no-print-directory test-icu
	@$(MAKE) --no-print-directory test-c
	@$(MAKE) --no-print-directory test-nginx
	@$(MAKE) --no-print-directory check-counts
	@$(MAKE) --no-print-directory fuzz
	@$(MAKE) --no-print-directory test-calendar
	@$(MAKE) --no-print-directory test-ical
	@$(MAKE) --no-print-directory test-conformance
	@$(MAKE) --no-print-directory test-python
	@$(MAKE) --no-print-directory test-examples
	@$(MAKE) --no-print-directory test-bindings
	@$(MAKE) --no-print-directory test-install
	@$(MAKE) --no-print-directory test-package
	@$(MAKE) --no-print-directory test-story
	@$(MAKE) --no-print-directory test-swift
	@$(MAKE) --no-print-directory docs
	@$(MAKE) --no-print-directory test-swift-example

soak: deps-test lib cli
	TALLY_SOAK=1 $(MAKE) --no-print-directory test-c
	$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=600
	TALLY_SOAK=1 $(MAKE) --no-print-directory test-calendar
	TALLY_SOAK=1 $(MAKE) --no-print-directory test-swift
	$(MAKE) --no-print-directory test-reproducible

clean:
	rm -rf $(BUILD) .build .build-* Bindings/rust/Cargo.lock Bindings/wasm/tally-tree.wasm
