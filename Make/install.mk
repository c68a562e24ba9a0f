# Installing, and packages.
#
# make install            installs what `make` has built: header, libraries, tally.pc, the command, manual, completions.
#                         PREFIX (/usr/local), DESTDIR, and each folder below can be given; STRIPPED=no keeps what
#                         debuggers read in the files
# make install-debug      what debuggers read of the installed library, where they look for it
# make uninstall          removes what make install installs, given the same folders
# make manual             tally(1), and the pages of section 3 of the manual, into build/install
# make dist               the sources of the last commit, as build/tally-VERSION.tar.xz
# make deb                Debian packages, into build/deb
#                         Both write SHA256SUMS beside these files: sha256sum --check SHA256SUMS

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
PKGCONFIGDIR ?= $(LIBDIR)/pkgconfig
CMAKEDIR ?= $(LIBDIR)/cmake/Tally
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
BASHDIR ?= $(DATADIR)/bash-completion/completions
ZSHDIR ?= $(DATADIR)/zsh/site-functions
FISHDIR ?= $(DATADIR)/fish/vendor_completions.d
DEBUGDIR ?= $(PREFIX)/lib/debug
# The header and the man pages refer to documents as docs/…, which is a folder here.
DOCDIR ?= $(DATADIR)/doc/tally
# The folder for Python's modules. If it is empty, the module is not installed.
PYTHONDIR ?=
STRIPPED ?= yes

INSTALL ?= install
OBJCOPY ?= objcopy
PACKAGES_install := binutils chrpath python3
PACKAGES_deb := build-essential debhelper dh-python dpkg-dev fakeroot chrpath libcurl4-openssl-dev libsqlite3-dev \
  libuv1-dev pkg-config python3
LINK := CSources/Link
READY := $(BUILD)/install
REAL_NAME := libtally.so.$(VERSION)
CXX_HEADERS := $(wildcard Bindings/cpp/*.hpp Bindings/cpp/tally/*.hpp)
PYTHON_FILES := $(if $(wildcard Bindings/python/tally/__init__.py),\
  $(wildcard $(addprefix Bindings/python/tally/,*.py *.pyi py.typed)))

# The pages for users, with their drawings. Those for maintainers need the sources beside them.
DOCUMENTS := $(filter-out docs/contributing.md,$(wildcard docs/*.md docs/concepts/*.md docs/howto/*.md \
  docs/tutorial/*.md docs/pictures/*.svg docs/plots/*.svg))

.PHONY: install install-files install-debug install-debug-file uninstall manual completions dist deb \
  list-installed FORCE
FORCE:

# The date of all files that are made here: that of the last commit, or in `make dist` that of its sources.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y Package.swift)

# --- The installed files --------------------------------------------------------------------------------------------

# Copies without the RUNPATH of the build tree, because an installed file takes its libraries from the system.
$(READY)/$(REAL_NAME).whole: $(BUILD)/libtally.so.$(SOVERSION)
$(READY)/tally.whole: $(BUILD)/tally
$(READY)/$(REAL_NAME).whole $(READY)/tally.whole:
	@mkdir -p $(READY)
	cp -f $< $@
	chrpath -d $@ >/dev/null

$(READY)/$(REAL_NAME).debug: $(READY)/$(REAL_NAME).whole
	$(OBJCOPY) --only-keep-debug $< $@

# Debuggers find the file with the symbols beside the library, or by the build ID below DEBUGDIR.
$(READY)/$(REAL_NAME): $(READY)/$(REAL_NAME).whole $(READY)/$(REAL_NAME).debug
	$(OBJCOPY) --strip-unneeded --remove-section=.comment $< $@
	$(OBJCOPY) --add-gnu-debuglink=$@.debug $@

$(READY)/tally: $(READY)/tally.whole
	strip --strip-all --remove-section=.comment -o $@ $<

$(READY)/libtally.a: $(BUILD)/libtally.a
	@mkdir -p $(READY)
	$(OBJCOPY) --strip-debug --enable-deterministic-archives $< $@

FILL_IN = @mkdir -p $(READY) && sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
  -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@CMAKEDIR@|$(CMAKEDIR)|' -e 's|@VERSION@|$(VERSION)|' \
  -e 's|@SOVERSION@|$(SOVERSION)|' $< > $@.new && mv -f $@.new $@

$(READY)/tally.pc $(SMALL_PARTS:%=$(READY)/tally-%.pc): $(READY)/%.pc: $(LINK)/%.pc.in FORCE
	$(FILL_IN)

CMAKE_FILES := $(addprefix $(READY)/,TallyConfig.cmake TallyConfigVersion.cmake)

$(CMAKE_FILES): $(READY)/%: $(LINK)/cmake/%.in FORCE
	$(FILL_IN)

# For Swift programs without a package of their own: swiftc -I INCLUDEDIR/tally, import CTally.
$(READY)/module.modulemap: include/module.modulemap
	@mkdir -p $(READY)
	sed -e 's|"tally.h"|"../tally.h"\n  link "tally"|' $< > $@

# libtally(3), a page for each section of the header and one for tally_tree.h. For each function there is one that
# includes the page of its section.
MANUAL_SECTIONS := status lists bytes engine files accounts badges snapshots nodes batches many paths presentation \
  watching feeds transport messages groups outbox reminders traces tree
FUNCTIONS := $(shell sed -n \
  's/^TALLY_[AC][A-Z]* .*[ *]\(tally_[a-z_]*\)[\x28].*/\1/p' \
  include/tally.h include/tally_tree.h)
MANUAL_3 := $(patsubst %,$(READY)/man3/%.3,libtally $(addprefix libtally-,$(MANUAL_SECTIONS)) $(FUNCTIONS))
MANUAL := $(READY)/tally.1 $(MANUAL_3)
COMPLETIONS := $(addprefix $(READY)/completion.,bash zsh fish)

manual: $(MANUAL)

$(READY)/tally.1: $(BUILD)/tally $(LINK)/manual.py include/tally.h
	@mkdir -p $(READY)
	$(BUILD)/tally --experimental-dump-help | $(PYTHON) $(LINK)/manual.py command $(VERSION) > $@.new
	mv $@.new $@

$(MANUAL_3) &: include/tally.h include/tally_tree.h $(LINK)/manual.py Bindings/tools/header.py Bindings/tools/contract.py
	@mkdir -p $(READY)
	rm -rf $(READY)/man3
	$(PYTHON) $(LINK)/manual.py library $(VERSION) $(READY)/man3

completions: $(COMPLETIONS)

$(COMPLETIONS): $(READY)/completion.%: $(BUILD)/tally
	@mkdir -p $(READY)
	$(BUILD)/tally --generate-completion-script $* > $@.new
	mv $@.new $@

SHARED := $(if $(filter no,$(STRIPPED)),$(READY)/$(REAL_NAME).whole,$(READY)/$(REAL_NAME))
COMMAND := $(if $(filter no,$(STRIPPED)),$(READY)/tally.whole,$(READY)/tally)
STATIC := $(if $(filter no,$(STRIPPED)),$(BUILD)/libtally.a,$(READY)/libtally.a)

# FILE=PLACE or FILE=PLACE=MODE for each file. Uninstalling removes exactly these.
INSTALLED := include/tally.h=$(INCLUDEDIR)/tally.h \
  $(foreach part,$(SMALL_PARTS),include/tally_$(part).h=$(INCLUDEDIR)/tally_$(part).h \
    $(BUILD)/libtally-$(part).a=$(LIBDIR)/libtally-$(part).a \
    $(READY)/tally-$(part).pc=$(PKGCONFIGDIR)/tally-$(part).pc) \
  $(READY)/module.modulemap=$(INCLUDEDIR)/tally/module.modulemap \
  $(foreach header,$(CXX_HEADERS),$(header)=$(INCLUDEDIR)/$(header:Bindings/cpp/%=%)) \
  $(SHARED)=$(LIBDIR)/$(REAL_NAME) \
  $(STATIC)=$(LIBDIR)/libtally.a \
  $(READY)/tally.pc=$(PKGCONFIGDIR)/tally.pc \
  $(foreach file,$(CMAKE_FILES),$(file)=$(CMAKEDIR)/$(notdir $(file))) \
  $(COMMAND)=$(BINDIR)/tally=755 \
  $(READY)/tally.1=$(MANDIR)/man1/tally.1 \
  $(foreach page,$(MANUAL_3),$(page)=$(MANDIR)/man3/$(notdir $(page))) \
  $(foreach file,$(DOCUMENTS),$(file)=$(DOCDIR)/$(file)) \
  $(READY)/completion.bash=$(BASHDIR)/tally \
  $(READY)/completion.zsh=$(ZSHDIR)/_tally \
  $(READY)/completion.fish=$(FISHDIR)/tally.fish \
  $(if $(PYTHONDIR),$(foreach file,$(PYTHON_FILES),$(file)=$(PYTHONDIR)/tally/$(notdir $(file))))
# The command runs on this machine, as its man page and completions are made by it: packages for another machine leave
# all of them out (cross.mk).
ifdef LIBRARIES_ALONE
INSTALLED := $(filter-out $(COMMAND)=% $(READY)/tally.1=% $(READY)/completion.%,$(INSTALLED))
endif
INSTALLED_FILES = $(foreach item,$(INSTALLED),$(word 1,$(subst =, ,$(item))))
INSTALLED_PLACES = $(foreach item,$(INSTALLED),$(word 2,$(subst =, ,$(item))))
INSTALLED_LINKS := $(LIBDIR)/libtally.so.$(SOVERSION) $(LIBDIR)/libtally.so

# Installing builds nothing that is already built, because the person who installs often has no compiler.
BUILT := $(BUILD)/libtally.so.$(SOVERSION) $(BUILD)/libtally.a $(SMALL_PARTS:%=$(BUILD)/libtally-%.a) $(BUILD)/tally
IF_NOT_BUILT := $(if $(filter-out $(wildcard $(BUILT)),$(BUILT)),all)
MAKE_OF_BUILT = $(MAKE) --no-print-directory -o archive -o $(BUILD)/slim.a $(SMALL_PARTS:%=-o $(BUILD)/libtally-%.a)

install: $(IF_NOT_BUILT) deps-install
	@$(MAKE_OF_BUILT) install-files

install-files: $(INSTALLED_FILES)
	@set -e; for item in $(INSTALLED); do \
	  file=$${item%%=*}; rest=$${item#*=}; place=$${rest%%=*}; mode=644; \
	  [ "$$rest" = "$$place" ] || mode=$${rest#*=}; \
	  $(INSTALL) -d "$(DESTDIR)$${place%/*}"; \
	  $(INSTALL) -m $$mode "$$file" "$(DESTDIR)$$place"; \
	done
	@ln -sf $(REAL_NAME) "$(DESTDIR)$(LIBDIR)/libtally.so.$(SOVERSION)"
	@ln -sf libtally.so.$(SOVERSION) "$(DESTDIR)$(LIBDIR)/libtally.so"
	@echo "installed below $(DESTDIR)$(PREFIX)"
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ldconfig

install-debug: $(IF_NOT_BUILT)
	@$(MAKE_OF_BUILT) install-debug-file

install-debug-file: $(READY)/$(REAL_NAME)
	@set -e; number=$$(readelf -n $< | sed -n 's/.*Build ID: //p'); rest=$${number#??}; \
	  folder="$(DESTDIR)$(DEBUGDIR)/.build-id/$${number%$$rest}"; \
	  $(INSTALL) -d "$$folder"; $(INSTALL) -m 644 $<.debug "$$folder/$$rest.debug"

list-installed:
	@printf '%s\n' $(INSTALLED_PLACES) $(INSTALLED_LINKS)

# A folder is removed only if it is ours and empty.
uninstall:
	@for place in $(INSTALLED_PLACES) $(INSTALLED_LINKS); do rm -f "$(DESTDIR)$$place"; done
	@rmdir "$(DESTDIR)$(INCLUDEDIR)/tally" "$(DESTDIR)$(CMAKEDIR)" 2>/dev/null || true
	@for folder in concepts howto tutorial pictures plots; do rmdir "$(DESTDIR)$(DOCDIR)/docs/$$folder" 2>/dev/null; done; \
	  rmdir "$(DESTDIR)$(DOCDIR)/docs" "$(DESTDIR)$(DOCDIR)" 2>/dev/null || true
	@$(if $(PYTHONDIR),rm -rf "$(DESTDIR)$(PYTHONDIR)/tally/__pycache__"; \
	  rmdir "$(DESTDIR)$(PYTHONDIR)/tally" 2>/dev/null || true)

# --- Packages -------------------------------------------------------------------------------------------------------

# The same commit gives the same bytes, because each file has the time of the commit.
dist:
	@git rev-parse --git-dir >/dev/null
	@mkdir -p $(BUILD)
	git -c tar.umask=0022 archive --format=tar --prefix=tally-$(VERSION)/ -o $(BUILD)/tally-$(VERSION).tar HEAD
	xz -T1 -6 -f $(BUILD)/tally-$(VERSION).tar
	@cd $(BUILD) && sha256sum tally-$(VERSION).tar.xz > SHA256SUMS && cat SHA256SUMS

DEB := $(BUILD)/deb
DEBIAN := $(LINK)/debian
# The publisher of the packages.
MAINTAINER ?= The authors of Tally <authors@tally.invalid>

# A tree of a Debian source package, whose rules install what is built here.
deb: $(IF_NOT_BUILT) deps-deb
	rm -rf $(DEB)
	@mkdir -p $(DEB)/tally-$(VERSION)
	cp -R $(DEBIAN) $(DEB)/tally-$(VERSION)/debian
	cd $(DEB)/tally-$(VERSION)/debian && mv libtally.install libtally$(SOVERSION).install \
	  && { [ -z "$(PYTHON_FILES)" ] || cat control.python >> control; } && rm control.python \
	  && sed -i -e 's|@MAINTAINER@|$(MAINTAINER)|' -e 's|@VERSION@|$(VERSION)|' -e 's|@SOVERSION@|$(SOVERSION)|' \
	    -e "s|@DATE@|$$(date -u -R -d @$(SOURCE_DATE_EPOCH))|" control changelog
	cd $(DEB)/tally-$(VERSION) && TALLY_SOURCE="$(CURDIR)" dpkg-buildpackage -b -us -uc >../build.log 2>&1 \
	  || { cat ../build.log; exit 1; }
	@ls -l $(DEB)/*.deb
	@cd $(DEB) && sha256sum *.deb > SHA256SUMS && cat SHA256SUMS

# --- tally-node -------------------------------------------------------------------------------------------------------

.PHONY: install-node uninstall-node deb-node

PACKAGES_node := $(PACKAGES_build) libnats-dev
UNITDIR ?= $(PREFIX)/lib/systemd/system
CONFDIR ?= $(PREFIX)/etc/tally

# The folder and the flags are those of the command, so the modules that both use are compiled once.
build-node: deps-node
	@$(SWIFT_BUILD) --package-path Cluster -c release --scratch-path .build-release --product tally-node \
	  --static-swift-stdlib -j 2 \
	  -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' \
	  -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
	  -Xlinker -z -Xlinker now
	@mkdir -p $(BUILD)
	@cp -f .build-release/release/tally-node $(BUILD)/tally-node

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

PACKAGES_deb-node := build-essential debhelper dpkg-dev fakeroot $(PACKAGES_node)
deb-node: node deps-deb-node
	rm -rf $(DEB_NODE)
	@mkdir -p $(DEB_NODE)/tally-node-$(VERSION)
	cp -R Cluster/debian $(DEB_NODE)/tally-node-$(VERSION)/debian
	cd $(DEB_NODE)/tally-node-$(VERSION)/debian && sed -i -e 's|@MAINTAINER@|$(MAINTAINER)|' \
	  -e 's|@VERSION@|$(VERSION)|' -e "s|@DATE@|$$(date -u -R -d @$(SOURCE_DATE_EPOCH))|" control changelog
	cd $(DEB_NODE)/tally-node-$(VERSION) && TALLY_BUILT=1 TALLY_SOURCE="$(CURDIR)" dpkg-buildpackage -b -us -uc \
	  >../build.log 2>&1 || { cat ../build.log; exit 1; }
	@ls -l $(DEB_NODE)/*.deb
