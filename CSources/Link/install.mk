# Installing and packages; included by the Makefile.
#
# make install            installs what `make` has built: header, libraries, tally.pc, the command, manual, completions.
#                         PREFIX (/usr/local), DESTDIR, and each folder below can be given; STRIPPED=no keeps what
#                         debuggers read in the files
# make install-debug      what debuggers read of the installed library, where they look for it
# make uninstall          removes what make install installs, given the same folders
# make manual             tally(1) and libtally(3), into build/install
# make dist               the sources of the last commit, as build/tally-VERSION.tar.xz
# make deb                Debian packages, into build/deb

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
PKGCONFIGDIR ?= $(LIBDIR)/pkgconfig
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
BASHDIR ?= $(DATADIR)/bash-completion/completions
ZSHDIR ?= $(DATADIR)/zsh/site-functions
FISHDIR ?= $(DATADIR)/fish/vendor_completions.d
DEBUGDIR ?= $(PREFIX)/lib/debug
# A folder of Python's modules; empty: the module is not installed.
PYTHONDIR ?=
STRIPPED ?= yes

INSTALL ?= install
OBJCOPY ?= objcopy
INSTALL_PACKAGES := binutils chrpath python3
DEB_PACKAGES := build-essential debhelper dh-python dpkg-dev fakeroot chrpath libcurl4-openssl-dev libsqlite3-dev \
  libuv1-dev pkg-config python3
LINK := CSources/Link
READY := $(BUILD)/install
REAL_NAME := libtally.so.$(VERSION)
CXX_HEADERS := $(wildcard Bindings/cpp/*.hpp)
PYTHON_FILES := $(if $(wildcard Bindings/python/tally/__init__.py),\
  $(wildcard $(addprefix Bindings/python/tally/,*.py *.pyi py.typed)))

.PHONY: install install-files install-debug install-debug-file uninstall manual completions dist deb \
  list-installed FORCE
FORCE:

# What files that are made here are said to be from: the last commit, or what is left of it in `make dist`.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y Package.swift)

# --- What is installed ----------------------------------------------------------------------------------------------

# Copies without the RUNPATH of the build tree: what an installed file needs is where the system has it.
$(READY)/$(REAL_NAME).whole: $(BUILD)/libtally.so.$(SOVERSION)
$(READY)/tally.whole: $(BUILD)/tally
$(READY)/$(REAL_NAME).whole $(READY)/tally.whole:
	@mkdir -p $(READY)
	cp -f $< $@
	chrpath -d $@ >/dev/null

$(READY)/$(REAL_NAME).debug: $(READY)/$(REAL_NAME).whole
	$(OBJCOPY) --only-keep-debug $< $@

# The debugger's file is found beside the library, or by the build's number below DEBUGDIR.
$(READY)/$(REAL_NAME): $(READY)/$(REAL_NAME).whole $(READY)/$(REAL_NAME).debug
	$(OBJCOPY) --strip-unneeded --remove-section=.comment $< $@
	$(OBJCOPY) --add-gnu-debuglink=$@.debug $@

$(READY)/tally: $(READY)/tally.whole
	strip --strip-all --remove-section=.comment -o $@ $<

$(READY)/libtally.a: $(BUILD)/libtally.a
	@mkdir -p $(READY)
	$(OBJCOPY) --strip-debug --enable-deterministic-archives $< $@

$(READY)/tally.pc $(READY)/tally-tree.pc: $(READY)/%.pc: $(LINK)/%.pc.in FORCE
	@mkdir -p $(READY)
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	  -e 's|@VERSION@|$(VERSION)|' $< > $@.new
	@mv -f $@.new $@

# For Swift programs without a package of their own: swiftc -I INCLUDEDIR/tally, import CTally.
$(READY)/module.modulemap: include/module.modulemap
	@mkdir -p $(READY)
	sed -e 's|"tally.h"|"../tally.h"\n  link "tally"|' $< > $@

MANUAL := $(READY)/tally.1 $(READY)/libtally.3
COMPLETIONS := $(addprefix $(READY)/completion.,bash zsh fish)

manual: $(MANUAL)

$(READY)/tally.1: $(BUILD)/tally $(LINK)/manual.py
	@mkdir -p $(READY)
	$(BUILD)/tally --experimental-dump-help | $(PYTHON) $(LINK)/manual.py command $(VERSION) > $@.new
	mv $@.new $@

$(READY)/libtally.3: include/tally.h $(LINK)/manual.py Bindings/tools/header.py
	@mkdir -p $(READY)
	$(PYTHON) $(LINK)/manual.py library $(VERSION) > $@.new
	mv $@.new $@

completions: $(COMPLETIONS)

$(COMPLETIONS): $(READY)/completion.%: $(BUILD)/tally
	@mkdir -p $(READY)
	$(BUILD)/tally --generate-completion-script $* > $@.new
	mv $@.new $@

SHARED := $(if $(filter no,$(STRIPPED)),$(READY)/$(REAL_NAME).whole,$(READY)/$(REAL_NAME))
COMMAND := $(if $(filter no,$(STRIPPED)),$(READY)/tally.whole,$(READY)/tally)
STATIC := $(if $(filter no,$(STRIPPED)),$(BUILD)/libtally.a,$(READY)/libtally.a)

# FILE=PLACE or FILE=PLACE=MODE: all of it, so that uninstalling removes exactly that.
INSTALLED := include/tally.h=$(INCLUDEDIR)/tally.h \
  include/tally_tree.h=$(INCLUDEDIR)/tally_tree.h \
  $(READY)/module.modulemap=$(INCLUDEDIR)/tally/module.modulemap \
  $(foreach header,$(CXX_HEADERS),$(header)=$(INCLUDEDIR)/$(notdir $(header))) \
  $(SHARED)=$(LIBDIR)/$(REAL_NAME) \
  $(STATIC)=$(LIBDIR)/libtally.a \
  $(BUILD)/libtally-tree.a=$(LIBDIR)/libtally-tree.a \
  $(READY)/tally.pc=$(PKGCONFIGDIR)/tally.pc \
  $(READY)/tally-tree.pc=$(PKGCONFIGDIR)/tally-tree.pc \
  $(COMMAND)=$(BINDIR)/tally=755 \
  $(READY)/tally.1=$(MANDIR)/man1/tally.1 \
  $(READY)/libtally.3=$(MANDIR)/man3/libtally.3 \
  $(READY)/completion.bash=$(BASHDIR)/tally \
  $(READY)/completion.zsh=$(ZSHDIR)/_tally \
  $(READY)/completion.fish=$(FISHDIR)/tally.fish \
  $(if $(PYTHONDIR),$(foreach file,$(PYTHON_FILES),$(file)=$(PYTHONDIR)/tally/$(notdir $(file))))
# The command, and what is made of it, are this machine's: packages for another one leave them out (cross.mk).
ifdef LIBRARIES_ALONE
INSTALLED := $(filter-out $(COMMAND)=% $(READY)/tally.1=% $(READY)/completion.%,$(INSTALLED))
endif
INSTALLED_FILES = $(foreach item,$(INSTALLED),$(word 1,$(subst =, ,$(item))))
INSTALLED_PLACES = $(foreach item,$(INSTALLED),$(word 2,$(subst =, ,$(item))))
INSTALLED_LINKS := $(LIBDIR)/libtally.so.$(SOVERSION) $(LIBDIR)/libtally.so

# Where all is built it is not asked for again: who installs is often somebody else, who has no compiler.
BUILT := $(BUILD)/libtally.so.$(SOVERSION) $(BUILD)/libtally.a $(BUILD)/libtally-tree.a $(BUILD)/tally
IF_NOT_BUILT := $(if $(filter-out $(wildcard $(BUILT)),$(BUILT)),all)
MAKE_OF_BUILT = $(MAKE) --no-print-directory -o archive -o $(BUILD)/slim.a -o $(BUILD)/libtally-tree.a

install: $(IF_NOT_BUILT)
	@$(PACKAGES) $(INSTALL_PACKAGES)
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

# A folder goes only where it is ours and empty.
uninstall:
	@for place in $(INSTALLED_PLACES) $(INSTALLED_LINKS); do rm -f "$(DESTDIR)$$place"; done
	@rmdir "$(DESTDIR)$(INCLUDEDIR)/tally" 2>/dev/null || true
	@$(if $(PYTHONDIR),rm -rf "$(DESTDIR)$(PYTHONDIR)/tally/__pycache__"; \
	  rmdir "$(DESTDIR)$(PYTHONDIR)/tally" 2>/dev/null || true)

# --- Packages -------------------------------------------------------------------------------------------------------

# The same commit gives the same bytes: its time is every file's.
dist:
	@git rev-parse --git-dir >/dev/null
	@mkdir -p $(BUILD)
	git -c tar.umask=0022 archive --format=tar --prefix=tally-$(VERSION)/ -o $(BUILD)/tally-$(VERSION).tar HEAD
	xz -T1 -6 -f $(BUILD)/tally-$(VERSION).tar

DEB := $(BUILD)/deb
DEBIAN := $(LINK)/debian
# Whoever publishes packages says here who that is.
MAINTAINER ?= The authors of Tally <authors@tally.invalid>

# A tree of a Debian source package, whose rules install what is built here.
deb: $(IF_NOT_BUILT)
	@$(PACKAGES) $(DEB_PACKAGES)
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
