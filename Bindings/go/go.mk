# The package for Go: vet, staticcheck, tests with the race detector where Go has one, the example.

BINDING_TESTS += test-go
BINDING_PACKAGES += golang-go go-staticcheck gcc pkg-config

GO_FOLDER := Bindings/go
GO_ENVIRONMENT = $(STAGE_ENVIRONMENT) GOFLAGS=-mod=mod GOPROXY=off CGO_ENABLED=1 GOCACHE=$(CURDIR)/$(BUILD)/go \
  TALLY_CONFORMANCE=$(CONFORMANCE)
GO_COMMAND = $(GO_ENVIRONMENT) go
GO = cd $(GO_FOLDER) && $(GO_COMMAND)

.PHONY: test-go

# Debian's name for staticcheck, which elsewhere is called so. Its version in Debian 12 fails at types in the tests.
STATICCHECK = $(or $(shell command -v staticcheck),$(shell command -v go-staticcheck))
# What Go calls the check of each pointer that is stored for C: up to 1.20 a setting of the program, then of its build.
GO_CGOCHECK = $(shell GOEXPERIMENT=cgocheck2 go version > /dev/null 2>&1 && echo GOEXPERIMENT=cgocheck2 \
  || echo GODEBUG=cgocheck=2)

# Go tells with -race alone whether it has a race detector.
test-go:
	@$(PYTHON) Bindings/tools/check_coverage.py $(GO_FOLDER)/*.go $(GO_FOLDER)/callbacks.c
	@test -z "$$(gofmt -l $(GO_FOLDER))" || { gofmt -d $(GO_FOLDER); exit 1; }
	@$(GO) vet ./...
	@test -n "$(STATICCHECK)" || { echo "test-go: staticcheck is missing; on Debian, install go-staticcheck" >&2; exit 1; }
	@cd $(GO_FOLDER) && $(GO_ENVIRONMENT) $(STATICCHECK) -tests=false ./...
	@$(GO) run ./examples/badges | grep -qx 'root.promo shows dot'
	@$(PYTHON) Bindings/tools/readme.py go $(BUILD)/go-readme '$(GO_COMMAND) vet . && $(GO_COMMAND) run .'
	@if ($(GO) build -race -o /dev/null ./examples/badges) 2> /dev/null; then race=-race; \
	  else echo "    left out, test-go: the race detector, which this Go lacks"; fi; \
	  cd $(GO_FOLDER) && $(GO_ENVIRONMENT) $(GO_CGOCHECK) go test $$race -count=1 -v . && \
	  $(GO_ENVIRONMENT) $(GO_CGOCHECK) go test $$race -c -o $(CURDIR)/$(BUILD)/go-replay . && \
	  $(call REPLAY,Go) $(CURDIR)/$(BUILD)/go-replay -test.run TestConformance
