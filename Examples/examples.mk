# Examples: programs that people copy, compiled and run against the library as it is installed.

.PHONY: test-examples

# GTK's example is drawn on a display without a screen.
EXAMPLE_PACKAGES := libuv1-dev libglib2.0-dev libgtk-4-dev xvfb
ALL_TEST_PACKAGES += $(EXAMPLE_PACKAGES)

test-examples: deps-test $(if $(TALLY_BUILT),,stage)
	@$(PACKAGES) $(EXAMPLE_PACKAGES)
	$(STAGE_ENVIRONMENT) $(PYTHON) -m pytest -q Tests/Examples
