# Installing and packages; included by the Makefile.
#
# make test-install          what is installed is complete and hardened, and goes again; the manual is well formed
# make test-package          the wheel and the Debian packages, in a Debian that has nothing else; as root
# make test-reproducible     compiles the libraries twice, in two folders, and compares them (part of make soak)

.PHONY: deps-package test-install test-package test-reproducible

PACKAGE_PACKAGES := cmake make gcc libc6-dev chrpath mandoc groff-base man-db xz-utils git pkg-config
ALL_TEST_PACKAGES += $(PACKAGE_PACKAGES) $(DEB_PACKAGES) debootstrap

deps-package: deps-test
	@$(PACKAGES) $(PACKAGE_PACKAGES)

test-install: deps-package lib cli
	$(PYTHON) -m pytest -q Tests/Package

test-package: deps-package lib cli
	@$(PACKAGES) debootstrap dpkg-dev
	@$(MAKE) --no-print-directory deb wheel
	sh Tests/Package/chroot.sh $(DEB) $(BUILD)/chroot $(BUNDLES)/*.whl

test-reproducible: deps-package
	sh Tests/Package/reproducible.sh
