# tally-node; included by the Makefile.
#
# make node           builds build/tally-node
# make test-tally-node      its unit tests
# make install-node   installs it below PREFIX and DESTDIR, with a unit for systemd and examples of configurations
# make deb-node       a Debian package with the same, in build/deb-node

.PHONY: node node-deps test-tally-node install-node uninstall-node deb-node

NODE_PACKAGES := $(BUILD_PACKAGES) libnats-dev
ALL_TEST_PACKAGES += libnats-dev
UNITDIR ?= $(PREFIX)/lib/systemd/system
CONFDIR ?= $(PREFIX)/etc/tally

node-deps:
	@$(PACKAGES) $(NODE_PACKAGES)

# In the folder of the command's build, and with its flags: what both have of the library is compiled once.
ifdef TALLY_BUILT
node: ;
else
node: node-deps
	@$(SWIFT_BUILD) --package-path Cluster -c release --scratch-path .build-release --product tally-node \
	  --static-swift-stdlib -j 2 \
	  -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' \
	  -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
	  -Xlinker -z -Xlinker now
	@mkdir -p $(BUILD)
	@cp -f .build-release/release/tally-node $(BUILD)/tally-node
endif

# In the folder of the library's tests, for the same reason.
test-tally-node: node-deps
	$(SWIFT) test $(SHARED_FOLDER) --package-path Cluster --scratch-path .build

install-node: node
	$(INSTALL) -D -m 755 $(if $(filter yes,$(STRIPPED)),-s) $(BUILD)/tally-node $(DESTDIR)$(BINDIR)/tally-node
	$(INSTALL) -d $(DESTDIR)$(UNITDIR)
	sed -e 's|@BINDIR@|$(BINDIR)|' -e 's|@CONFDIR@|$(CONFDIR)|' Cluster/tally-node.service.in \
	  > $(DESTDIR)$(UNITDIR)/tally-node.service
	$(INSTALL) -D -m 644 Cluster/tally-node.conf $(DESTDIR)$(CONFDIR)/tally-node.conf
	$(INSTALL) -D -m 644 Cluster/nats-permissions.conf $(DESTDIR)$(CONFDIR)/nats-permissions.conf

uninstall-node:
	rm -f $(DESTDIR)$(BINDIR)/tally-node $(DESTDIR)$(UNITDIR)/tally-node.service $(DESTDIR)$(CONFDIR)/tally-node.conf \
	  $(DESTDIR)$(CONFDIR)/nats-permissions.conf

DEB_NODE := $(BUILD)/deb-node

deb-node: node
	@$(PACKAGES) build-essential debhelper dpkg-dev fakeroot $(NODE_PACKAGES)
	rm -rf $(DEB_NODE)
	@mkdir -p $(DEB_NODE)/tally-node-$(VERSION)
	cp -R Cluster/debian $(DEB_NODE)/tally-node-$(VERSION)/debian
	cd $(DEB_NODE)/tally-node-$(VERSION)/debian && sed -i -e 's|@MAINTAINER@|$(MAINTAINER)|' \
	  -e 's|@VERSION@|$(VERSION)|' -e "s|@DATE@|$$(date -u -R -d @$(SOURCE_DATE_EPOCH))|" control changelog
	cd $(DEB_NODE)/tally-node-$(VERSION) && TALLY_BUILT=1 TALLY_SOURCE="$(CURDIR)" dpkg-buildpackage -b -us -uc \
	  >../build.log 2>&1 || { cat ../build.log; exit 1; }
	@ls -l $(DEB_NODE)/*.deb
