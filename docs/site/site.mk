# make site       the documentation as a folder of pages, build/site/index.html, which need no server and no network
# make test-site  its links, its search, its spelling and the code in it, of all other pages too

SITE := $(BUILD)/site
# Debian's Python: its packages are installed for that.
SITE_PYTHON := /usr/bin/python3
SITE_PACKAGES := python3-markdown-it python3-pygments
SITE_TEST_PACKAGES := $(SITE_PACKAGES) codespell aspell aspell-en $(if $(shell command -v node),,nodejs)
ALL_TEST_PACKAGES += $(SITE_TEST_PACKAGES)
# Those of the parts that were built: the symbols of the Swift interface (make docs), and the command.
SITE_PARTS = $(if $(wildcard $(BUILD)/docs/graphs/*),--graphs $(BUILD)/docs/graphs) \
  $(if $(wildcard $(BUILD)/tally),--command $(BUILD)/tally)

.PHONY: site test-site site-pages

site: docs cli
	@$(PACKAGES) $(SITE_PACKAGES)
	@$(MAKE) --no-print-directory site-pages

# The pages alone, of what was built before.
site-pages:
	@$(SITE_PYTHON) docs/site/build.py --output $(SITE) $(SITE_PARTS)

test-site: deps
	@$(PACKAGES) $(SITE_TEST_PACKAGES)
	@$(MAKE) --no-print-directory site-pages
	$(SITE_PYTHON) Tests/Docs/check_site.py $(SITE)
	node Tests/Docs/test_search.mjs $(SITE)
	$(SITE_PYTHON) Tests/Docs/check_pages.py
	$(SITE_PYTHON) Tests/Docs/check_spelling.py $(SITE)
	$(PYTHON) docs/pictures/draw.py --check
