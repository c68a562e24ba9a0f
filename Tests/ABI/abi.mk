# What compiled programs rely on; included by the Makefile.
#
# make check-abi     it is what is written down, or the version is another one (part of make test)
# make update-abi    writes it down anew

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
