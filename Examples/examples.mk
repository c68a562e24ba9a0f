# Examples: programs that people copy, compiled and run against the library as it is installed.

.PHONY: test-examples

test-examples: deps-test stage
	@sh CSources/Link/install-packages.sh libuv1-dev libglib2.0-dev
	$(STAGE_ENVIRONMENT) $(PYTHON) -m pytest -q Tests/Examples
