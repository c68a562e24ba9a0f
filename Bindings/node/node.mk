# The Node binding: an addon in C, and JavaScript around it.
#
# make node-addon       the addon, in build/node, for the tests
# make node-package     what `npm install` installs, as build/packages/tally-VERSION.tgz

BINDING_TESTS += test-node
# Node's headers come with Node, or with Debian's libnode-dev.
NODE_PREFIX := $(patsubst %/bin/node,%,$(realpath $(shell command -v node)))
NODE_INCLUDE = $(firstword $(wildcard $(NODE_PREFIX)/include/node /usr/include/node))
NODE_PACKAGES := $(if $(shell command -v node),,nodejs) $(if $(wildcard $(NODE_PREFIX)/include/node),,libnode-dev)
BINDING_PACKAGES += $(NODE_PACKAGES)

NODE := Bindings/node
NODE_ADDON := $(BUILD)/node/tally.node
NODE_WARNINGS := -Wall -Wextra -Wno-unused-function -Werror
NODE_ENVIRONMENT = $(STAGE_ENVIRONMENT) TALLY_NODE_ADDON=$(CURDIR)/$(NODE_ADDON) TALLY_CONFORMANCE=$(CONFORMANCE) \
  TALLY_FEED_SERVER=$(CURDIR)/Examples/feed-server/feed_server.py PYTHON=$(PYTHON)

.PHONY: node-addon node-package test-node

node-addon: $(NODE_ADDON)

$(NODE_ADDON): $(wildcard $(NODE)/src/*) include/tally.h
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(NODE_WARNINGS) -O2 -g -fPIC -shared -fvisibility=hidden -Iinclude -isystem $(NODE_INCLUDE) \
	  -o $@ $(NODE)/src/addon.c -ldl

test-node: node-addon
	@$(PYTHON) Bindings/tools/check_coverage.py $(NODE)/src/*.h
	@$(PYTHON) Bindings/tools/readme.py node $(BUILD)/node/readme '$(NODE_ENVIRONMENT) node example.js'
	$(NODE_ENVIRONMENT) node --test $(filter-out %/conformance.test.js,$(wildcard $(NODE)/test/*.test.js))
	$(NODE_ENVIRONMENT) $(call REPLAY,Node) node --test $(NODE)/test/conformance.test.js
