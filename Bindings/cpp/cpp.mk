# The header for C++, with warnings as errors, with and without RTTI, by both compilers where there are two, and its
# tests, also with sanitizers.

BINDING_TESTS += test-cpp
BINDING_PACKAGES += g++ pkg-config nlohmann-json3-dev

CPP := Bindings/cpp
CPP_BUILD = $(BUILD)/cpp
CPP_FLAGS := -std=c++17 -Wall -Wextra -Wpedantic -Werror -g -pthread -I$(CPP)
# COMPILER, SOURCE and flags, PROGRAM
CPP_COMPILE = $(STAGE_ENVIRONMENT) \
  sh -c '$(1) $(CPP_FLAGS) $(2) $$(pkg-config --cflags --libs tally) -o $(CPP_BUILD)/$(3)'
CPP_RUN = $(STAGE_ENVIRONMENT) $(CPP_BUILD)

.PHONY: test-cpp

test-cpp:
	@mkdir -p $(CPP_BUILD)
	@$(PYTHON) Bindings/tools/check_coverage.py $(CPP)/tally.hpp
	@$(call CPP_COMPILE,$(CXX),-fno-rtti $(CPP)/examples/badges.cpp,badges)
	@if command -v $(CLANG)++ > /dev/null; then \
	  $(call CPP_COMPILE,$(CLANG)++,-fno-rtti -Wshadow $(CPP)/examples/badges.cpp,badges-clang); fi
	@$(CPP_RUN)/badges | grep -qx 'root.promo shows dot'
	@$(STAGE_ENVIRONMENT) $(PYTHON) Bindings/tools/readme.py cpp $(CPP_BUILD)/readme \
	  '$(CXX) $(CPP_FLAGS) -fno-rtti readme.cpp $$(pkg-config --cflags --libs tally) -o readme && ./readme'
	@$(call CPP_COMPILE,$(CXX),-fsanitize=address$(,)undefined $(CPP)/tests/binding_test.cpp,binding_test)
	@ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1 $(CPP_RUN)/binding_test
	@$(call CPP_COMPILE,$(CXX),$(CPP)/tests/replay.cpp,replay)
	@$(CPP_RUN)/replay $(CONFORMANCE)/*.jsonl

# A comma within a call's argument.
, := ,
