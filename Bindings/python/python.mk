# The Python binding (`test-python` is what tests the project by means of Python).
BINDING_TESTS += test-python-binding
BINDING_PACKAGES += python3 python3-pip python3-setuptools python3-wheel

test-python-binding:
	cd Bindings/python && $(STAGE_ENVIRONMENT) TALLY_CONFORMANCE=$(CONFORMANCE) PYTHONDONTWRITEBYTECODE=1 \
	  $(PYTHON) -X dev -m pytest -q -p no:cacheprovider tests
