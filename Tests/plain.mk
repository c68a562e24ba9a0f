# The library without what makes it fast, for tests alone.
#
# make plain          builds it into $(BUILD)/plain, in the configuration that is shipped; docs/dev/plain.md lists what
#                     it leaves out
PLAIN_OUT := $(BUILD)/plain

.PHONY: plain

plain: deps
	@$(MAKE) --no-print-directory TALLY_PLAIN=1 TALLY_BUILT= BUILD=$(PLAIN_OUT) $(PLAIN_OUT)/libtally.so
