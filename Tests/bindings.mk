# The tests of the bindings, of the packages that contain the library, and of the examples. All use the library as it is
# installed, in build/stage. Each language adds its test to BINDING_TESTS, and its packages to PACKAGES_bindings.

# The loader, pkg-config and compilers find the installed library by these.
STAGE_ENVIRONMENT := TALLY_PREFIX=$(STAGE) LD_LIBRARY_PATH=$(STAGE)/lib PKG_CONFIG_PATH=$(STAGE)/lib/pkgconfig
CONFORMANCE := $(CURDIR)/Tests/Conformance/data
# $(call REPLAY,LANGUAGE) COMMAND: the command replays the conformance data, and must call each function of the header.
REPLAY = $(STAGE_ENVIRONMENT) TALLY_CONFORMANCE=$(CONFORMANCE) $(PYTHON) $(CURDIR)/Bindings/tools/check_calls.py $(1) \
  $(STAGE)/lib/libtally.so.0

BINDING_TESTS :=
PACKAGES_bindings :=

# --- C++ --------------------------------------------------------------------------------------------------------------

# GCC and Swift's clang compile the header as C++17 and as C++20, with and without RTTI, with warnings as errors. The
# tests also run with sanitizers.

BINDING_TESTS += test-cpp
PACKAGES_bindings += g++ pkg-config nlohmann-json3-dev

CPP := Bindings/cpp
CPP_BUILD = $(BUILD)/cpp
CPP_WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
CPP_FLAGS := -std=c++17 $(CPP_WARNINGS) -g -pthread -I$(CPP)
# COMPILER, SOURCE and flags, PROGRAM
CPP_COMPILE = $(STAGE_ENVIRONMENT) \
  sh -c '$(1) $(CPP_FLAGS) $(2) $$(pkg-config --cflags --libs tally) -o $(CPP_BUILD)/$(3)'
# A result that must be used is not: a warning, and no other one.
CPP_DISCARDED = $$compiler -std=c++17 $(CPP_WARNINGS) -fsyntax-only -Iinclude -I$(CPP) $(CPP)/tests/discarded.cpp \
  > $(CPP_BUILD)/discarded.txt 2>&1 && { echo "$$compiler: a result is discarded silently" >&2; exit 1; }; \
  test $$(grep -c 'error: .*nodiscard' $(CPP_BUILD)/discarded.txt) -eq 1 || { cat $(CPP_BUILD)/discarded.txt; exit 1; }
CPP_RUN = $(STAGE_ENVIRONMENT) $(CPP_BUILD)

.PHONY: test-cpp test-cpp-lint

test-cpp:
	@mkdir -p $(CPP_BUILD)
	@$(PYTHON) Bindings/tools/check_coverage.py $(CPP)/tally/*.hpp
	@$(call CPP_COMPILE,$(CXX),-fno-rtti $(CPP)/examples/badges.cpp,badges)
	@for compiler in $(CXX) $(CLANG)++; do for standard in c++17 c++20; do \
	  for source in examples/badges.cpp tests/binding_test.cpp; do $(STAGE_ENVIRONMENT) sh -c "$$compiler -std=$$standard \
	    $(CPP_WARNINGS) -fsyntax-only -I$(CPP) \$$(pkg-config --cflags tally) $(CPP)/$$source" || exit 1; \
	done; done; done
	@for compiler in $(CXX) $(CLANG)++; do $(call CPP_DISCARDED); done
	@$(CPP_RUN)/badges | grep -qx 'root.promo shows dot'
	@$(STAGE_ENVIRONMENT) $(PYTHON) Bindings/tools/readme.py cpp $(CPP_BUILD)/readme \
	  '$(CXX) $(CPP_FLAGS) -fno-rtti readme.cpp $$(pkg-config --cflags --libs tally) -o readme && ./readme'
	@$(call CPP_COMPILE,$(CXX),-fsanitize=address$(,)undefined $(CPP)/tests/binding_test.cpp,binding_test)
	@ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1 $(CPP_RUN)/binding_test
	@$(call CPP_COMPILE,$(CXX),$(CPP)/tests/replay.cpp,replay)
	@$(call REPLAY,C++) $(CPP_BUILD)/replay $(CONFORMANCE)/*.jsonl

# clang-tidy and cppcheck are slow, so they run each night. They check the headers for C, and the header for C++ through
# a program that uses it.
PACKAGES_nightly += clang-tidy cppcheck
CPP_CHECKS := -*,bugprone-*,clang-analyzer-*,performance-*,-bugprone-easily-swappable-parameters
# cppcheck does not see that a base class is copied, and takes a constructor for an access to a moved object.
CPP_FALSE := --suppress=uninitDerivedMemberVar --suppress=accessMoved

test-cpp-lint: deps deps-nightly
	@clang-tidy --quiet --warnings-as-errors='*' --checks='$(CPP_CHECKS)' $(wildcard include/*.h) -- -x c -std=c99 -Iinclude
	@cppcheck --quiet --std=c89 --language=c --enable=warning,performance,portability --error-exitcode=1 \
	  --suppress=missingIncludeSystem -Iinclude $(wildcard include/*.h)
	@clang-tidy --quiet --warnings-as-errors='*' --header-filter='$(CPP)/tally.*\.hpp' --checks='$(CPP_CHECKS)' \
	  $(CPP)/examples/badges.cpp -- -std=c++17 -Iinclude -I$(CPP)
	@cppcheck --quiet --std=c++17 --language=c++ --enable=warning,performance,portability --error-exitcode=1 \
	  --suppress=missingIncludeSystem $(CPP_FALSE) -Iinclude -I$(CPP) $(CPP)/examples/badges.cpp

# --- C# ---------------------------------------------------------------------------------------------------------------

# The binding for C#, with Mono.

BINDING_TESTS += test-csharp
PACKAGES_bindings += mono-mcs mono-runtime libmono-system-core4.0-cil

CSHARP_TESTS = $(STAGE_ENVIRONMENT) TALLY_HEADER=$(STAGE)/include/tally.h CC=$(CC) mono --debug $(CSHARP_OUT)/Tests.exe

.PHONY: test-csharp

test-csharp: csharp
	@$(PYTHON) Bindings/tools/check_coverage.py $(CSHARP_SOURCES)
	$(MCS) -r:$(CSHARP_OUT)/Tally.dll -out:$(CSHARP_OUT)/Tests.exe $(wildcard $(CSHARP)/tests/*.cs)
	$(CSHARP_TESTS) BindingTests CallbackTests LayoutTests LifetimeTests LookUpTests WaitingTests
	$(STAGE_ENVIRONMENT) timeout 120 mono --debug $(CSHARP_OUT)/Tests.exe EndingTests
	$(call REPLAY,C#) mono --debug $(CSHARP_OUT)/Tests.exe ConformanceTests
	@$(PYTHON) Bindings/tools/readme.py csharp $(CSHARP_OUT)/readme '$(MCS) -r:$(CURDIR)/$(CSHARP_OUT)/Tally.dll *.cs && \
	  MONO_PATH=$(CURDIR)/$(CSHARP_OUT) $(STAGE_ENVIRONMENT) mono $$(basename *.cs .cs).exe'

# --- Go ---------------------------------------------------------------------------------------------------------------

# The package for Go: vet, staticcheck, the tests (with the race detector if Go has one) and the example.

BINDING_TESTS += test-go
PACKAGES_bindings += golang-go go-staticcheck gcc pkg-config

GO_FOLDER := Bindings/go
GO_ENVIRONMENT = $(STAGE_ENVIRONMENT) GOFLAGS=-mod=mod GOPROXY=off CGO_ENABLED=1 GOCACHE=$(CURDIR)/$(BUILD)/go \
  TALLY_CONFORMANCE=$(CONFORMANCE)
GO_COMMAND = $(GO_ENVIRONMENT) go
GO = cd $(GO_FOLDER) && $(GO_COMMAND)

.PHONY: test-go

# Debian calls it go-staticcheck. The version in Debian 12 fails at types in the tests.
STATICCHECK = $(or $(shell command -v staticcheck),$(shell command -v go-staticcheck))
# Go's check of each pointer that is stored for C: up to 1.20 a setting of the program, then of its build.
GO_CGOCHECK = $(shell GOEXPERIMENT=cgocheck2 go version > /dev/null 2>&1 && echo GOEXPERIMENT=cgocheck2 \
  || echo GODEBUG=cgocheck=2)

# Only a build with -race shows whether Go has a race detector.
test-go:
	@$(PYTHON) Bindings/tools/check_coverage.py $(GO_FOLDER)/*.go $(GO_FOLDER)/callbacks.c
	@test -z "$$(gofmt -l $(GO_FOLDER))" || { gofmt -d $(GO_FOLDER); exit 1; }
	@$(GO) vet ./...
	@test -n "$(STATICCHECK)" || { echo "test-go: staticcheck is missing; on Debian, install go-staticcheck" >&2; exit 1; }
	@cd $(GO_FOLDER) && $(GO_ENVIRONMENT) $(STATICCHECK) -tests=false ./...
	@$(GO) run ./examples/badges | grep -qx 'root.promo shows dot'
	@$(PYTHON) Bindings/tools/readme.py go $(BUILD)/go-readme '$(GO_COMMAND) vet . && $(GO_COMMAND) run .'
	@if ($(GO) build -race -o /dev/null ./examples/badges) 2> /dev/null; then race=-race; \
	  else echo "    left out, test-go: the race detector, which this Go lacks"; fi; \
	  cd $(GO_FOLDER) && $(GO_ENVIRONMENT) $(GO_CGOCHECK) go test $$race -count=1 -v . && \
	  $(GO_ENVIRONMENT) $(GO_CGOCHECK) go test $$race -c -o $(CURDIR)/$(BUILD)/go-replay . && \
	  $(call REPLAY,Go) $(CURDIR)/$(BUILD)/go-replay -test.run TestConformance

# --- Java -------------------------------------------------------------------------------------------------------------

# Java, through JNA. These targets need only Debian packages; pom.xml is for users of Maven.

BINDING_TESTS += test-java
PACKAGES_bindings += $(if $(shell command -v javac),,openjdk-17-jdk-headless) libjna-java junit4 libgoogle-gson-java

JAVA_TEST_JARS := $(JAVA_JARS)/jna.jar:$(JAVA_JARS)/junit4.jar:$(JAVA_JARS)/hamcrest-core.jar:$(JAVA_JARS)/gson.jar
JAVA_README_JARS = $(CURDIR)/$(JAVA_OUT)/tally.jar:$(JAVA_JARS)/jna.jar

.PHONY: test-java

test-java: jar
	@rm -rf $(JAVA_OUT)/tests
	@mkdir -p $(JAVA_OUT)/tests
	$(JAVAC) -cp $(JAVA_OUT)/tally.jar:$(JAVA_TEST_JARS) -d $(JAVA_OUT)/tests \
	  $(wildcard $(JAVA)/test/dev/tally/*.java $(JAVA)/examples/*.java)
	$(STAGE_ENVIRONMENT) TALLY_CONFORMANCE=$(CONFORMANCE) TALLY_HEADER=$(STAGE)/include/tally.h CC=$(CC) \
	  java -cp $(JAVA_OUT)/tests:$(JAVA_OUT)/tally.jar:$(JAVA_TEST_JARS) \
	  org.junit.runner.JUnitCore dev.tally.BindingTest dev.tally.CallbacksTest dev.tally.LookUpsTest
	$(call REPLAY,Java) java -cp $(JAVA_OUT)/tests:$(JAVA_OUT)/tally.jar:$(JAVA_TEST_JARS) \
	  org.junit.runner.JUnitCore dev.tally.ConformanceTest
	$(STAGE_ENVIRONMENT) java -cp $(JAVA_OUT)/tests:$(JAVA_OUT)/tally.jar:$(JAVA_TEST_JARS) Hello \
	  > $(JAVA_OUT)/Hello.printed
	diff $(JAVA_OUT)/Hello.printed $(JAVA)/examples/Hello.expected
	@$(PYTHON) Bindings/tools/readme.py java $(JAVA_OUT)/readme '$(JAVAC) -cp $(JAVA_README_JARS) -d . *.java && \
	  $(STAGE_ENVIRONMENT) java -cp .:$(JAVA_README_JARS) $$(basename *.java .java)'

# --- Lua --------------------------------------------------------------------------------------------------------------

# The Lua binding, for LuaJIT.
BINDING_TESTS += test-lua
PACKAGES_bindings += luajit lua-cjson lua-check

test-lua:
	cd Bindings/lua && luacheck -q .
	$(PYTHON) Bindings/tools/readme.py lua $(BUILD)/lua-readme \
	  '$(STAGE_ENVIRONMENT) LUA_PATH="$(CURDIR)/Bindings/lua/?.lua;;" luajit example.lua'
	$(call REPLAY,Lua) luajit Bindings/lua/tests/run.lua replay
	$(STAGE_ENVIRONMENT) luajit Bindings/lua/tests/run.lua unit

# --- Node -------------------------------------------------------------------------------------------------------------

BINDING_TESTS += test-node
PACKAGES_bindings += $(PACKAGES_nodejs)
NODE_ENVIRONMENT = $(STAGE_ENVIRONMENT) TALLY_NODE_ADDON=$(CURDIR)/$(NODE_ADDON) TALLY_CONFORMANCE=$(CONFORMANCE) \
  TALLY_FEED_SERVER=$(CURDIR)/Examples/feed-server/feed_server.py PYTHON=$(PYTHON)

.PHONY: test-node

test-node: node-addon
	@$(PYTHON) Bindings/tools/check_coverage.py $(NODE)/src/*.h
	@$(NODE_ENVIRONMENT) node Bindings/tools/check_types.mjs $(NODE)/lib/index.js $(NODE)/lib/index.d.ts $(NODE)/test/types.ts
	@$(PYTHON) Bindings/tools/readme.py node $(BUILD)/node/readme '$(NODE_ENVIRONMENT) node example.js'
	$(NODE_ENVIRONMENT) node --test $(filter-out %/conformance.test.js,$(wildcard $(NODE)/test/*.test.js))
	$(NODE_ENVIRONMENT) $(call REPLAY,Node) node --test $(NODE)/test/conformance.test.js

# --- Python -----------------------------------------------------------------------------------------------------------

# The Python binding (`make test-python` runs other tests, which are written in Python).
BINDING_TESTS += test-python-binding
PACKAGES_bindings += python3 python3-pip python3-venv python3-setuptools-whl python3-wheel-whl

# Debian has no linters and type checkers, or old ones. They come from PyPI, into a virtual environment of their own.
# pyright needs Node, as the tests of WebAssembly do.
PYTHON_TOOLS := $(BUILD)/python-tools
PYTHON_CHECK = cd Bindings/python && $(CURDIR)/$(PYTHON_TOOLS)/bin

.PHONY: python-tools lint-python-binding test-python-binding test-conformance-python

python-tools: $(PYTHON_TOOLS)/installed

$(PYTHON_TOOLS)/installed: Bindings/python/tools.txt
	@echo "mypy, pyright and ruff are installed from PyPI into $(PYTHON_TOOLS)." >&2
	@$(CHECK_PACKAGES) python3-venv
	@$(PYTHON) -m venv $(PYTHON_TOOLS)
	@$(PYTHON_TOOLS)/bin/pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

lint-python-binding: python-tools
	@$(PYTHON_CHECK)/ruff check --quiet --no-cache .
	@$(PYTHON_CHECK)/mypy --cache-dir $(CURDIR)/$(PYTHON_TOOLS)/mypy
	@$(PYTHON_CHECK)/pyright
	@$(PYTHON) Bindings/tools/documented_python.py $(PYTHON_TOOLS)/pages
	@$(PYTHON_CHECK)/mypy --cache-dir $(CURDIR)/$(PYTHON_TOOLS)/mypy --strict $(CURDIR)/$(PYTHON_TOOLS)/pages/*.py

test-python-binding: lint-python-binding
	$(PYTHON) Bindings/tools/readme.py python $(BUILD)/python-readme \
	  '$(STAGE_ENVIRONMENT) PYTHONPATH=$(CURDIR)/Bindings/python $(PYTHON) example.py'
	cd Bindings/python && $(STAGE_ENVIRONMENT) PYTHONDONTWRITEBYTECODE=1 \
	  $(PYTHON) -X dev -m pytest -q -p no:cacheprovider tests --ignore tests/test_conformance.py
	cd Bindings/python && PYTHONDONTWRITEBYTECODE=1 $(call REPLAY,Python) \
	  $(PYTHON) -X dev -m pytest -q -p no:cacheprovider tests/test_conformance.py

# The same replay with the library in build/, and without the tools above.
test-conformance-python: deps-test lib
	cd Bindings/python && LD_LIBRARY_PATH=$(CURDIR)/$(BUILD) TALLY_CONFORMANCE=$(CONFORMANCE) PYTHONDONTWRITEBYTECODE=1 \
	  $(PYTHON) $(CURDIR)/Bindings/tools/check_calls.py Python $(CURDIR)/$(BUILD)/libtally.so.$(SOVERSION) \
	  $(PYTHON) -X dev -m pytest -q -p no:cacheprovider tests/test_conformance.py

# --- Ruby -------------------------------------------------------------------------------------------------------------

# The Ruby binding.
BINDING_TESTS += test-ruby
PACKAGES_bindings += ruby ruby-minitest

test-ruby:
	@for file in $$(find Bindings/ruby -name '*.rb'); do \
	  said=$$(ruby -wc $$file 2>&1) && [ "$$said" = "Syntax OK" ] || { echo "$$file: $$said" >&2; exit 1; }; done
	$(PYTHON) Bindings/tools/readme.py ruby $(BUILD)/ruby-readme \
	  '$(STAGE_ENVIRONMENT) ruby -W -I$(CURDIR)/Bindings/ruby/lib example.rb'
	$(STAGE_ENVIRONMENT) ruby -W -IBindings/ruby/lib -IBindings/ruby/test -rstrict \
	  -e 'Dir["Bindings/ruby/test/test_[!c]*.rb"].sort.each { |file| require "./#{file}" }'
	$(call REPLAY,Ruby) ruby -W -IBindings/ruby/lib -IBindings/ruby/test -rstrict \
	  Bindings/ruby/test/test_conformance.rb

# --- Rust -------------------------------------------------------------------------------------------------------------

# The crates for Rust: tests, doctests, the example, the documentation with warnings as errors, and the linters.

BINDING_TESTS += test-rust
# Debian's Rust, with its linters, if there is no other one.
PACKAGES_bindings += $(if $(shell command -v cargo),,cargo rustfmt rust-clippy) pkg-config

RUST := Bindings/rust
CARGO_COMMAND = $(STAGE_ENVIRONMENT) CARGO_TARGET_DIR=$(CURDIR)/$(BUILD)/rust TALLY_CONFORMANCE=$(CONFORMANCE) cargo
CARGO = cd $(RUST) && $(CARGO_COMMAND)

.PHONY: test-rust

test-rust:
	@$(PYTHON) Bindings/tools/check_coverage.py $(RUST)/tally/src/*.rs $(RUST)/tally/src/methods/*.rs
	@for tool in fmt clippy; do cargo $$tool --version > /dev/null || { echo "test-rust: cargo $$tool is missing" >&2; exit 1; }; done
	@$(CARGO) fmt --check
	@$(CARGO) clippy --offline --quiet --all-targets -- -D warnings
	@RUSTDOCFLAGS='-D warnings' sh -c '$(CARGO) doc --offline --quiet --no-deps --package tally'
	@$(CARGO) run --offline --quiet --example badges | grep -x 'root.promo shows dot' > /dev/null
	@$(PYTHON) Bindings/tools/readme.py rust $(BUILD)/rust-readme '$(CARGO_COMMAND) run --offline --quiet'
	@$(CARGO) test --offline --quiet --test binding
	@$(CARGO) test --offline --quiet --doc
	@cd $(RUST) && CARGO_TARGET_DIR=$(CURDIR)/$(BUILD)/rust $(call REPLAY,Rust) \
	  cargo test --offline --quiet --test conformance -- --nocapture

# --- WebAssembly ------------------------------------------------------------------------------------------------------

# The tree alone, as WebAssembly for JavaScript: no library is needed, only the compiler.

BINDING_TESTS += test-wasm
# Node 18 or newer. Debian's, if there is no other one.
PACKAGES_bindings += $(if $(shell command -v node),,nodejs) node-typescript

.PHONY: test-wasm

# The tests read and write only JSON and the module, so they need no npm package.
test-wasm: wasm
	@node Bindings/tools/check_types.mjs $(WASM)/tally-tree.js $(WASM)/tally-tree.d.ts $(WASM)/test/types.ts
	@$(PYTHON) Bindings/tools/readme.py wasm $(WASM_OUT)/readme 'node example.js'
	TALLY_CONFORMANCE=$(CONFORMANCE) node --test $(wildcard $(WASM)/test/*.test.js)

# --- All of them ------------------------------------------------------------------------------------------------------


.PHONY: test-bindings $(BINDING_TESTS)

deps-bindings: deps-test

# The tests run one after the other, so that the output of each stays together.
test-bindings: check-bindings deps-bindings stage
	@for test in $(BINDING_TESTS); do $(MAKE) --no-print-directory $$test || exit 1; done

# --- Packages that contain the library --------------------------------------------------------------------------------

.PHONY: test-bundles

# If the source of libcurl cannot be fetched, the other tests run with the system's libcurl.
test-bundles: BUNDLE_CURL := available
test-bundles: deps-test deps-bundles bundles
	$(PYTHON) -m pytest -q Tests/Bundles

# --- Examples ---------------------------------------------------------------------------------------------------------

.PHONY: test-examples

# The example with GTK draws on a virtual display.
PACKAGES_examples := libuv1-dev libglib2.0-dev libgtk-4-dev xvfb

test-examples: deps-test deps-examples staged
	$(STAGE_ENVIRONMENT) $(PYTHON) -m pytest -q Tests/Examples
