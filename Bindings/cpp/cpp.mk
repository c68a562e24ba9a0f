# The header for C++, with warnings as errors, with and without RTTI, by GCC and by Swift's clang, as C++17
# and C++20, and its tests, also with sanitizers.

BINDING_TESTS += test-cpp
BINDING_PACKAGES += g++ pkg-config nlohmann-json3-dev

CPP := Bindings/cpp
CPP_BUILD = $(BUILD)/cpp
CPP_WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
CPP_FLAGS := -std=c++17 $(CPP_WARNINGS) -g -pthread -I$(CPP)
# COMPILER, SOURCE and flags, PROGRAM
CPP_COMPILE = $(STAGE_ENVIRONMENT) \
  sh -c '$(1) $(CPP_FLAGS) $(2) $$(pkg-config --cflags --libs tally) -o $(CPP_BUILD)/$(3)'
# What must be used is not: a warning, and no other one.
CPP_DISCARDED = $$compiler -std=c++17 $(CPP_WARNINGS) -fsyntax-only -Iinclude -I$(CPP) $(CPP)/tests/discarded.cpp \
  > $(CPP_BUILD)/discarded.txt 2>&1 && { echo "$$compiler: a result is discarded silently" >&2; exit 1; }; \
  test $$(grep -c 'error: .*nodiscard' $(CPP_BUILD)/discarded.txt) -eq 1 || { cat $(CPP_BUILD)/discarded.txt; exit 1; }
CPP_RUN = $(STAGE_ENVIRONMENT) $(CPP_BUILD)

.PHONY: test-cpp test-cpp-lint

test-cpp:
	@mkdir -p $(CPP_BUILD)
	@$(PYTHON) Bindings/tools/check_coverage.py $(CPP)/tally.hpp
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

# Slow, and so only each night: what Debian's clang-tidy and cppcheck find in the headers for C, and in that for C++
# through a program that uses it.
NIGHTLY_PACKAGES += clang-tidy cppcheck
CPP_CHECKS := -*,bugprone-*,clang-analyzer-*,performance-*,-bugprone-easily-swappable-parameters
# cppcheck does not see that a base is copied, and takes a constructor for an access to what was moved.
CPP_FALSE := --suppress=uninitDerivedMemberVar --suppress=accessMoved

test-cpp-lint: deps
	@$(PACKAGES) $(NIGHTLY_PACKAGES)
	@clang-tidy --quiet --warnings-as-errors='*' --checks='$(CPP_CHECKS)' $(wildcard include/*.h) -- -x c -std=c99 -Iinclude
	@cppcheck --quiet --std=c89 --language=c --enable=warning,performance,portability --error-exitcode=1 \
	  --suppress=missingIncludeSystem -Iinclude $(wildcard include/*.h)
	@clang-tidy --quiet --warnings-as-errors='*' --header-filter=$(CPP)/tally.hpp --checks='$(CPP_CHECKS)' \
	  $(CPP)/examples/badges.cpp -- -std=c++17 -Iinclude -I$(CPP)
	@cppcheck --quiet --std=c++17 --language=c++ --enable=warning,performance,portability --error-exitcode=1 \
	  --suppress=missingIncludeSystem $(CPP_FALSE) -Iinclude -I$(CPP) $(CPP)/examples/badges.cpp

# A comma within a call's argument.
, := ,
