# --- The simulator ----------------------------------------------------------------------------------------------------
#
# make sim                     one world, of a seed that is drawn and printed: devices, servers, users, in one process
# make sim SEED=N RUNS=K       K worlds from seed N on. PROFILE=NAME: calm, chat, flaky, hostile, dying, accounts, long,
#                              swarm, foreign. STEPS=N: of each world. SIM='--shrink': further options
#                              (Tests/Simulation/main.c)
# make test-simulator          200 worlds, some of them twice and in two processes, and kills of every write (part
#                              of make test-all)
# make test-simulator-long     10^5 worlds (nightly)
# make sim-upgrade             60 worlds begin with the library of `make plain`, and go on with the one that is shipped
#                              (nightly). OLDER=FILE: they begin with this libtally.so, such as that of a release
# make check-simulator         every function of the header belongs to a step, or to a reason why not
# make planted                 plants old defects in a copy, one at a time, and runs worlds until they are found: hours

SIMULATION := Tests/Simulation
SIMULATOR := $(BUILD)/simulation/simulator
SIMULATION_OBJECTS := $(patsubst $(SIMULATION)/%.c,$(BUILD)/simulation/%.o,$(wildcard $(SIMULATION)/*.c))
SIMULATION_CFLAGS = $(filter-out -std=%,$(CFLAGS_HOST)) -std=c11 -DTALLY_UNCHECKED
# A fixed seed in the tiers, so that a failure is that of the change. Nightly begins elsewhere each day.
SIMULATION_SEED := 1
STEPS := 250
# Another zone, other languages, another place of the stack: nothing of it may reach a world.
OTHER_ENVIRONMENT := env -i PATH=/nowhere TZ=Asia/Kathmandu LC_ALL=tr_TR.UTF-8 LANG=ar_EG FILLER=$(CURDIR)$(CURDIR)

.PHONY: sim test-simulator sim-upgrade test-simulator-long check-simulator planted

$(SIMULATION_OBJECTS): $(BUILD)/simulation/%.o: $(SIMULATION)/%.c Tests/simulation.mk
	@mkdir -p $(@D)
	$(CC) $(SIMULATION_CFLAGS) -MMD -MP -c -o $@ $<

# The same file that other tests preload makes allocations fail in the process itself.
$(BUILD)/simulation/fail_allocation.o: Tests/Faults/fail_allocation.c Tests/simulation.mk
	@mkdir -p $(@D)
	$(CC) $(SIMULATION_CFLAGS) -MMD -MP -c -o $@ $<

$(SIMULATOR): $(SIMULATION_OBJECTS) $(BUILD)/simulation/fail_allocation.o | lib
	$(CC) -o $@ $^ -L$(BUILD) -ltally -lsqlite3 -lcjson -ldl -Wl,-rpath,'$$ORIGIN/..'

sim: $(SIMULATOR)
	$(SIMULATOR) --steps $(STEPS) $(if $(SEED),--seed $(SEED)) $(if $(RUNS),--runs $(RUNS)) \
	  $(if $(PROFILE),--profile $(PROFILE)) $(SIM)

check-simulator:
	$(PYTHON) $(SIMULATION)/check_steps.py include/tally.h
	$(PYTHON) -m pytest -q $(SIMULATION)

test-simulator: check-simulator $(SIMULATOR)
	$(SIMULATOR) --kills
	$(SIMULATOR) --seed $(SIMULATION_SEED) --runs 200
	$(SIMULATOR) --seed $(SIMULATION_SEED) --runs 20 --twice --hashes | grep '^seed' > $(BUILD)/simulation/twice
	$(OTHER_ENVIRONMENT) $(SIMULATOR) --seed $(SIMULATION_SEED) --runs 20 --hashes | grep '^seed' \
	  | diff $(BUILD)/simulation/twice -

test-simulator-long: $(SIMULATOR)
	$(SIMULATOR) --runs $(if $(TALLY_SOAK),1000000,100000) --seed $$(date +%Y%m%d)00000

# Both builds must act alike until the files are carried. So only profiles without faults are used, and nothing is
# killed: builds differ in the number of their writes and allocations.
OLDER := $(BUILD)/plain/libtally.so.0
UPGRADE_PROFILES := calm chat flaky hostile accounts long
UPGRADE := --seed $(SIMULATION_SEED) --runs 10 --at 100 --without kill
sim-upgrade: $(SIMULATOR)
	@test -f "$(OLDER)" || { echo "$(OLDER): there is no such library; make plain builds one"; exit 1; }
	rm -rf $(BUILD)/simulation/carried && mkdir -p $(BUILD)/simulation/carried
	set -e; for profile in $(UPGRADE_PROFILES); do \
	  LD_PRELOAD=$(abspath $(OLDER)) $(SIMULATOR) $(UPGRADE) --profile $$profile --save $(BUILD)/simulation/carried; \
	  $(SIMULATOR) $(UPGRADE) --profile $$profile --load $(BUILD)/simulation/carried; \
	done

planted:
	$(PYTHON) $(SIMULATION)/plant.py

-include $(wildcard $(BUILD)/simulation/*.d)
