# make docs                checks the documentation of the Swift interface, and converts it into
#                          build/docs/Tally.doccarchive
# make test-swift-example  builds and runs Examples/swift, and the programs in Swift of the guides
# make test-evolution      compiles the Swift interface with library evolution, and programs against it: 10 s
# make test-evolution-all  compiles all modules with library evolution: two minutes
# make test-contributing   makes the changes that docs/contributing.md shows, in a copy, and runs the page's programs

.PHONY: docs swift-module test-swift-example test-evolution test-evolution-all test-contributing

# The same build as that of the tests, which a tier has made already.
ifdef TALLY_BUILT
swift-module: ;
else
swift-module: deps
	@$(SWIFT_BUILD) --scratch-path .build --target Tally
endif

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
