# make            builds the libraries and the command into build/; make help prints these lines
# make deps       installs the Debian packages that building and installing need; all other targets only check
# make demo       installs what is missing, says so first, and shows the life of a badge with an example server
# make test       installs what is missing, says so first, and runs the tests for every commit, in ten minutes
# make test-all   everything else that CI runs: sanitizers, faults, all languages, packages, other machines
# make nightly    slower tests too; make soak, the long forms of the random tests (Tests/parts.toml has all parts)
# make test-c, make test-conformance, make test-examples, make test-swift and others run a part each
# make install    installs it, below PREFIX (/usr/local) and DESTDIR; make uninstall removes it
# make deb        Debian packages, into build/deb; make dist: the sources, as build/tally-VERSION.tar.xz
# make fuzz       looks for inputs that break something, FUZZ_SECONDS (5) for each target
# make bench      measures beside other ways of doing the same
# make check-counts     instructions and allocations of the hot paths against what is written down
# make update-counts    writes them down again
# make coverage         what the tests reach; make mutants MODULE=TallyTree N=20, which changes of the code they notice
# make size             the library's bytes by module, file and function; BASE=FILE, what has changed since that report
# make bundles    a wheel, a gem, a rock and a jar that contain the library, into build/packages
# make test-install     what is installed; make test-package, the Debian packages in a bare Debian
# make check-abi        what compiled programs rely on against what is written down; make update-abi writes it again
# make cross ARCH=arm64   libraries and packages for arm64, riscv64 or armhf; make test-cross ARCH=... tests them in qemu;
#                         ARCH=musl: libtally.a for static programs with musl
# make test-bare        the tree on a Cortex-M3, a Cortex-M4 and as WebAssembly; make microcontroller, an example
# make tables           generates the tables of languages again; make account-format, those of the bytes of an account
# make docs           checks and converts the documentation of the Swift interface
# make site           the documentation as pages that work without a server: build/site/index.html
# make node             tally-node, for many machines; make test-tally-node, its unit tests; make install-node
# make bindings         generates what the bindings have from the header; make test-bindings tests all of them
# make lint, make check-freestanding, make clean

# The header has it; `make bindings` writes it where it must be written down.
VERSION := $(shell sed -n 's/^\#define TALLY_VERSION "\(.*\)"$$/\1/p' include/tally.h)
SOVERSION := 0
BUILD := build
SWIFT ?= swift
# The compiler and linker that come with Swift: they know its objects best.
TOOLCHAIN := $(dir $(realpath $(shell command -v $(SWIFT))))
CLANG := $(TOOLCHAIN)clang
# Two packages build in each scratch folder, the library or its command and tally-node, so that they share what they have
# compiled. Without this option the second one would take the plan of the first.
SHARED_FOLDER := --disable-build-manifest-caching
SWIFT_BUILD = $(SWIFT) build $(SHARED_FOLDER)
PYTHON ?= python3
# A comma in an argument of a function.
, := ,
CC := cc
CXX := c++
LIBS := $(shell pkg-config --libs sqlite3 libuv libcurl 2>/dev/null) -lm
CFLAGS_HOST := -std=c99 -pedantic -Wall -Wextra -Werror -O1 -g -gdwarf-4 -Iinclude

SWIFT_PARTS := test-swift-tree test-swift-others
PYTHON_PARTS := test-command test-readme test-pages

.PHONY: all help deps deps-all moved demo test-swift $(SWIFT_PARTS) test-python $(PYTHON_PARTS) test-story \
  lint check-freestanding clean archive tables account-format

all: lib cli

# The lines at the beginning of this file.
help:
	@sed -n 's/^# //p; /^$$/q' Makefile

# These targets build something. With TALLY_BUILT=1 they do nothing, because it is built already: one part of a tier of
# tests builds, and the others use the result.
BUILDS := lib plain cli node staged swift-debug swift-module archive-asan archive-tsan
.PHONY: $(BUILDS) $(BUILDS:%=build-%)
$(BUILDS): %: $(if $(TALLY_BUILT),,build-%) ;

# Debian packages, in a list for each topic: PACKAGES_TOPIC. The target deps-TOPIC checks that they are installed. The
# commands below install them, and say so first. Everything that such a command runs may install packages too.
ifneq ($(filter deps demo test test-all,$(MAKECMDGOALS)),)
export TALLY_INSTALL := yes
endif
CHECK_PACKAGES := sh CSources/Link/packages.sh
PACKAGES_build := libsqlite3-dev libuv1-dev libcurl4-openssl-dev pkg-config binutils
# The tests that `make test` runs need no more than these. One message names them together with those of the build. The
# sanitizers and libFuzzer come with Swift; libFuzzer is linked with the library of C++.
PACKAGES_test = $(PACKAGES_build) g++ valgrind libcmocka-dev libcjson-dev python3 python3-pyte nginx-light openssl tzdata zsh fish \
  $(shell $(PYTHON) -c 'import pytest' 2>/dev/null || echo python3-pytest)

# Every build begins here, also that of a checkout that was moved.
deps deps-test: moved

moved:
	@sh CSources/Link/moved.sh

# As a command it also installs the packages that `make install` needs.
deps:
	@$(CHECK_PACKAGES) $(PACKAGES_build) $(if $(filter deps,$(MAKECMDGOALS)),$(PACKAGES_install))

# --- Libraries: the embedded build ---------------------------------------------------------------------------------

include Make/library.mk

build-lib: archive
	@$(MAKE) --no-print-directory $(BUILD)/libtally.so $(BUILD)/libtally.a $(BUILD)/tally.pc tree parts

# Without what only a runtime of Swift (.swift_modhash) or of C++ (.eh_frame) would read: nothing throws through the
# library, and debuggers find their way by frame pointers. Swift's objects have memory even where there is none: their
# runtime alone calls posix_memalign (creserve.h).
$(BUILD)/slim.a: $(ARCHIVE)
	@mkdir -p $(BUILD)
	objcopy --remove-section .swift_modhash --remove-section .eh_frame \
	  --redefine-sym posix_memalign=ctally_reserve_allocate $(ARCHIVE) $@

# Identical functions are folded, also those whose address is taken: nothing here compares addresses of its own functions.
# With -O2 the linker also keeps the end of a string only once.
$(BUILD)/libtally.so.$(SOVERSION): $(BUILD)/slim.a CSources/Link/tally.map Makefile
	$(CLANG) -shared -fuse-ld=lld -o $@ -Wl,--whole-archive $(BUILD)/slim.a -Wl,--no-whole-archive \
	  -Wl,--no-eh-frame-hdr -Wl,--defsym=ctally_part_reminders=ctally_reminders_begin \
	  -Wl,--defsym=ctally_part_outboxes=ctally_outboxes_begin -Wl,--defsym=ctally_part_feeds=ctally_feeds_begin \
	  -Wl,-soname,libtally.so.$(SOVERSION) -Wl,--version-script,CSources/Link/tally.map -Wl,-z,defs \
	  -Wl,-z,relro,-z,now,-z,noexecstack -Wl,--build-id=sha1 -Wl,--gc-sections -Wl,--icf=all -Wl,-O2 \
	  -Wl,--as-needed -Wl,-rpath,'$$ORIGIN' $(LIBS)

$(BUILD)/libtally.so: $(BUILD)/libtally.so.$(SOVERSION)
	ln -sf libtally.so.$(SOVERSION) $@

# Everything in one object with only our own names visible: the Swift runtime in it must not take the place of
# another one in a program that has one. --unique keeps sections of one name apart: copies of a weak function have such,
# and --gc-sections can drop a section only as a whole. A part that works by itself is an object beside it: its functions
# go on to those in the large one, and only a program that names one of them has it (cparts.h).
FUNCTIONS_reminders := reminder_.*\|engine_batch
FUNCTIONS_outboxes := outbox_.*\|account_configure
FUNCTIONS_feeds := feed_.*
LINKED_PARTS := reminders outboxes feeds

$(BUILD)/libtally.a: $(BUILD)/slim.a CSources/Link/parts.S Makefile
	ld -r --unique --whole-archive $(BUILD)/slim.a -o $(BUILD)/tally.o
	set -e; $(foreach part,$(LINKED_PARTS),nm $(BUILD)/tally.o | \
	  sed -n 's/.* T \(tally_\)\($(FUNCTIONS_$(part))\)$$/\1\2 ctally_to_\2/p' > $(BUILD)/$(part).txt;)
	objcopy $(LINKED_PARTS:%=--redefine-syms=$(BUILD)/%.txt) $(BUILD)/tally.o
	objcopy --wildcard --keep-global-symbol='tally_*' --keep-global-symbol='ctally_to_*' \
	  $(LINKED_PARTS:%=--keep-global-symbol=ctally_%_begin) $(BUILD)/tally.o
	set -e; $(foreach part,$(LINKED_PARTS),echo ctally_part_$(part) ctally_$(part)_begin >> $(BUILD)/$(part).txt; \
	  $(CLANG) -c -o $(BUILD)/$(part).o CSources/Link/parts.S \
	  -DPART="$$(sed 's/\(.*\) \(.*\)/ENTRY(\1, \2)/' $(BUILD)/$(part).txt | tr '\n' ' ')";)
	rm -f $@
	ar rcsD $@ $(BUILD)/tally.o $(LINKED_PARTS:%=$(BUILD)/%.o)
	rm -f $(BUILD)/tally.o $(LINKED_PARTS:%=$(BUILD)/%.o) $(LINKED_PARTS:%=$(BUILD)/%.txt)

$(BUILD)/tally.pc: CSources/Link/tally.pc.in Makefile
	@mkdir -p $(BUILD)
	sed -e 's|@PREFIX@|$(CURDIR)|' -e 's|@LIBDIR@|$(CURDIR)/$(BUILD)|' -e 's|@INCLUDEDIR@|$(CURDIR)/include|' \
	  -e 's|@VERSION@|$(VERSION)|' $< > $@

# --- The command: the ordinary build --------------------------------------------------------------------------------

build-cli: deps
	@$(SWIFT_BUILD) --package-path Sources/TallyCLI -c release --scratch-path .build-release --product tally \
	  --static-swift-stdlib \
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
PURE_MODULES := TallyMemory TallyFailure TallyTree TallyBorder TallyTreeABI TallyCalendar TallyCalendarABI TallyPolicy TallySummary \
  TallySummaryABI TallyWire

# Compiles the pure modules for machines without an operating system, and checks that they import nothing but each
# other and the allocator.
check-freestanding:
	@! grep -n '^ *\(public \|internal \|@_exported \)*import ' $(foreach m,$(PURE_MODULES),Sources/$(m)/*.swift Sources/$(m)/*/*.swift) \
	  2>/dev/null | grep -vE 'import (CMemory|CFailure|CTree|CCalendar|CSummary|$(subst $() ,|,$(PURE_MODULES)))$$'
	@for target in $(FREESTANDING_TARGETS); do \
	  mkdir -p $(BUILD)/freestanding/$$target; \
	  for module in $(PURE_MODULES); do \
	    $(TOOLCHAIN)swiftc -target $$target -enable-experimental-feature Embedded -wmo -parse-as-library -Osize \
	      -swift-version 6 -module-name $$module -I $(BUILD)/freestanding/$$target -I CSources/CMemory/include \
	      -I CSources/CFailure/include -I CSources/CTree/include -I CSources/CCalendar/include \
	      -I CSources/CSummary/include -emit-module -emit-module-path $(BUILD)/freestanding/$$target/$$module.swiftmodule \
	      -c $$(find Sources/$$module -name '*.swift') -o $(BUILD)/freestanding/$$target/$$module.o || exit 1; \
	  done; \
	  echo "$$target: $(PURE_MODULES) compile"; \
	done

# --- Tables of languages -------------------------------------------------------------------------------------------

TABLES := Sources/TallySummary/Tables.swift

# From the CLDR of this machine's Debian, which is named at the top of the file.
PACKAGES_tables := unicode-cldr-core python3
tables: deps-tables
	$(PYTHON) CSources/CLDR/generate_tables.py $(TABLES)

# --- The page of the bytes of an account ----------------------------------------------------------------------------

# The test that checks the page writes the tables in it. Meanings in them are written by hand, and stay.
account-format: swift-debug
	TALLY_WRITE=1 $(SWIFT_TEST) --filter ArchiveTests

# --- Tests ----------------------------------------------------------------------------------------------------------

lint:
	$(SWIFT) format lint --strict --configuration .swift-format -r Package.swift Sources Tests Benchmarks Examples \
	  Cluster/Package.swift Cluster/Sources Cluster/Simulation Cluster/Tests
	$(PYTHON) Tests/Lint/check_sentinels.py $(addprefix Sources/,$(PURE_MODULES))
	$(PYTHON) Tests/Lint/tidy.py
	$(PYTHON) Tests/Lint/check_comments.py
	$(PYTHON) Tests/Lint/check_prefixes.py
	$(PYTHON) Tests/Docs/contributing.py

# The ordinary debug build, of the library and of its tests.
build-swift-debug: deps
	@$(SWIFT_BUILD) --scratch-path .build --build-tests

# In two parts, which a tier runs beside each other. Without the lock, because both only read what was built.
SWIFT_TEST = $(SWIFT) test --scratch-path .build --skip-build --ignore-lock
test-swift: $(SWIFT_PARTS)

test-swift-tree: deps-test swift-debug
	$(SWIFT_TEST) --filter '^TallyTreeTests\.'

test-swift-others: deps-test swift-debug
	$(SWIFT_TEST) --skip '^TallyTreeTests\.'

include Make/small.mk
include Make/install.mk
include Make/bindings.mk
include Make/cross.mk
include Tests/c.mk
include Tests/simulation.mk
include Tests/plain.mk
include Tests/bindings.mk
include Tests/bench.mk
include Tests/machines.mk
include Tests/coverage.mk
include Tests/mutants.mk

# The command, the README, and then the example server and all other pages.
test-python: $(PYTHON_PARTS)

test-command: deps-test lib cli
	$(PYTHON) -m pytest -q Tests/CLI

test-readme: deps-test lib cli
	$(PYTHON) -m pytest -q Tests/Docs/test_documentation.py Tests/Docs/test_readme.py

test-pages: deps-test lib cli
	$(PYTHON) -m pytest -q Tests/FeedServer Tests/Coverage Tests/Mutants Tests/Docs --ignore Tests/Docs/test_documentation.py \
	  --ignore Tests/Docs/test_readme.py

test-story: $(BUILD)/demo/watch
	$(PYTHON) Examples/demo/demo.py --watch $(BUILD)/demo/watch

include Tests/tests.mk

TOPICS := $(patsubst PACKAGES_%,%,$(filter PACKAGES_%,$(.VARIABLES)))
.PHONY: $(TOPICS:%=deps-%)
$(TOPICS:%=deps-%): deps-%:
	@$(CHECK_PACKAGES) $(PACKAGES_$*)

# One message says what `make test-all` installs.
deps-all:
	@$(CHECK_PACKAGES) $(sort $(foreach topic,$(filter-out nightly,$(TOPICS)),$(PACKAGES_$(topic))))

clean:
	rm -rf $(BUILD) .build .build-* Bindings/rust/Cargo.lock Bindings/wasm/tally-tree.wasm
