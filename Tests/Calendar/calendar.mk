# Zones against Python's; included by the Makefile.
#
# make test-calendar      every zone of the system's database, in both directions
# make test-calendar-years  the long form
# TALLY_SEED=N            what a failure printed

CALENDAR := Tests/Calendar
CALENDAR_OUT := $(BUILD)/calendar

.PHONY: test-calendar test-calendar-years

$(CALENDAR_OUT)/probe.o: $(CALENDAR)/probe.swift $(MODULES_ARCHIVE)
	@mkdir -p $(CALENDAR_OUT)
	$(TOOLCHAIN)swiftc -c -o $@ $< -enable-experimental-feature Embedded -wmo -parse-as-library -O -swift-version 6 \
	  -I $(EMBEDDED) $(C_INCLUDES:-I%=-I %)

$(CALENDAR_OUT)/libprobe.so: $(CALENDAR_OUT)/probe.o
	$(CLANG) -shared -fuse-ld=lld -o $@ $< -Wl,--gc-sections -Wl,-z,defs $(MODULES_ARCHIVE) $(LIBS)

test-calendar: deps-test $(CALENDAR_OUT)/libprobe.so
	$(PYTHON) -m pytest -q $(CALENDAR)

test-calendar-years: deps-test $(CALENDAR_OUT)/libprobe.so
	TALLY_SOAK=1 $(PYTHON) -m pytest -q $(CALENDAR)
