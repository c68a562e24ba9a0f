# The Python binding (`test-python` is what tests the project by means of Python).
BINDING_TESTS += test-python-binding
BINDING_PACKAGES += python3 python3-pip python3-venv python3-setuptools-whl python3-wheel-whl

# Linters and type checkers, which Debian has not, or in old versions: from PyPI, in a virtual environment of their own.
# What runs pyright is Node (see wasm.mk).
PYTHON_TOOLS := $(BUILD)/python-tools
PYTHON_CHECK = cd Bindings/python && $(CURDIR)/$(PYTHON_TOOLS)/bin

.PHONY: python-tools lint-python-binding test-python-binding test-conformance-python

python-tools: $(PYTHON_TOOLS)/installed

$(PYTHON_TOOLS)/installed: Bindings/python/tools.txt
	@echo "mypy, pyright and ruff are installed from PyPI into $(PYTHON_TOOLS)." >&2
	@$(PACKAGES) python3-venv
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

# The same replay with the library as it was built, and without the tools above.
test-conformance-python: deps-test lib
	cd Bindings/python && LD_LIBRARY_PATH=$(CURDIR)/$(BUILD) TALLY_CONFORMANCE=$(CONFORMANCE) PYTHONDONTWRITEBYTECODE=1 \
	  $(PYTHON) $(CURDIR)/Bindings/tools/check_calls.py Python $(CURDIR)/$(BUILD)/libtally.so.$(SOVERSION) \
	  $(PYTHON) -X dev -m pytest -q -p no:cacheprovider tests/test_conformance.py
