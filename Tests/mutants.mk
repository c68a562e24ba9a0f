# Mutants: whether the tests notice one changed place of the shipped library.
#
# make mutants MODULE=TallyTree N=100 SEED=7   changes N places of the module, one at a time, and runs its quick tests.
#                                              Those of all other modules follow if these pass, and then the longer
#                                              ones of the module, unless QUICK=1;
#                                              ONLY=sql and the like: one operator (Tests/Mutants/sites.py has them);
#                                              RECORD=1 adds the figures to Tests/Mutants/shares.txt. Several modules
#                                              in quotes share the runs with the unchanged library.
# make mutants-all                             N (5) of each module (nightly)
#
# Without SEED a number is drawn and printed. The library is x86-64.

MUTANT_MODULES = $(shell sed -n 's/^\[\(.*\)\]$$/\1/p' Tests/Mutants/programs.toml)
MUTANT_TOOL = $(FAULTS_DIRECTORY) $(CHOST_ENVIRONMENT) $(PYTHON) Tests/Mutants/mutants.py \
  --library $(BUILD)/libtally.so.$(SOVERSION) --tests $(CHOST_OUT) --count $(or $(N),5) $(if $(SEED),--seed $(SEED)) \
  $(if $(ONLY),--only $(ONLY)) $(if $(QUICK),--quick) $(if $(RECORD),--record)

.PHONY: mutants mutants-all

mutants: test-programs $(SIMULATOR)
	$(MUTANT_TOOL) --module $(or $(MODULE),$(error make mutants needs MODULE=, some of $(MUTANT_MODULES)))

mutants-all: test-programs $(SIMULATOR)
	$(MUTANT_TOOL) --module $(MUTANT_MODULES)
