# Checks what compiled programs rely on; included by the Makefile.
#
# make check-abi     fails if the ABI differs from the recorded one, and the version is the same (part of make test-all)
# make update-abi    records the ABI

.PHONY: check-abi update-abi deps-abi

ABI_PACKAGES := abigail-tools
ALL_TEST_PACKAGES += $(ABI_PACKAGES)

deps-abi: deps-test
	@$(PACKAGES) $(ABI_PACKAGES)

check-abi: deps-abi lib
	$(PYTHON) Tests/ABI/abi.py check $(BUILD)/libtally.so.$(SOVERSION)
	$(PYTHON) -m pytest -q Tests/ABI

update-abi: deps-abi
	$(PYTHON) Tests/ABI/abi.py update
