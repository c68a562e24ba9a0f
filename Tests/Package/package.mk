# Installing and packages; included by the Makefile.
#
# make test-install          what is installed is complete and hardened, and goes again; the manual is well formed
# make test-package          the Debian packages, in a Debian that has nothing else; as root
# make test-reproducible     compiles the libraries twice, in two folders, and compares them (part of make soak)

.PHONY: deps-package test-install test-package test-reproducible

deps-package: deps-test
	@sh $(LINK)/install-packages.sh gcc libc6-dev chrpath mandoc groff-base man-db xz-utils git pkg-config

test-install: deps-package lib cli
	$(PYTHON) -m pytest -q Tests/Package

test-package: deps-package lib cli
	@sh $(LINK)/install-packages.sh debootstrap dpkg-dev
	@$(MAKE) --no-print-directory deb
	sh Tests/Package/chroot.sh $(DEB) $(BUILD)/chroot

test-reproducible: deps-package
	sh Tests/Package/reproducible.sh
