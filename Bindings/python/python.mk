# The Python binding (`test-python` is what tests the project by means of Python).
BINDING_TESTS += test-python-binding
BINDING_PACKAGES += python3 python3-pip python3-venv python3-setuptools-whl python3-wheel-whl

test-python-binding:
	$(PYTHON) Bindings/tools/readme.py python $(BUILD)/python-readme \
	  '$(STAGE_ENVIRONMENT) PYTHONPATH=$(CURDIR)/Bindings/python $(PYTHON) example.py'
	cd Bindings/python && $(STAGE_ENVIRONMENT) TALLY_CONFORMANCE=$(CONFORMANCE) PYTHONDONTWRITEBYTECODE=1 \
	  $(PYTHON) -X dev -m pytest -q -p no:cacheprovider tests
