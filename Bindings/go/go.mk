# The package for Go: vet, tests with the race detector where there is one, the example.

BINDING_TESTS += test-go
BINDING_PACKAGES += golang-go gcc pkg-config

GO_FOLDER := Bindings/go
GO_COMMAND = $(STAGE_ENVIRONMENT) GOFLAGS=-mod=mod GOPROXY=off CGO_ENABLED=1 GOCACHE=$(CURDIR)/$(BUILD)/go \
  TALLY_CONFORMANCE=$(CONFORMANCE) go
GO = cd $(GO_FOLDER) && $(GO_COMMAND)

.PHONY: test-go

# Go tells with -race alone whether it has a race detector.
test-go:
	@$(PYTHON) Bindings/tools/check_coverage.py $(GO_FOLDER)/*.go $(GO_FOLDER)/callbacks.c
	@test -z "$$(gofmt -l $(GO_FOLDER))" || { gofmt -d $(GO_FOLDER); exit 1; }
	@$(GO) vet ./...
	@$(GO) run ./examples/badges | grep -qx 'root.promo shows dot'
	@$(PYTHON) Bindings/tools/readme.py go $(BUILD)/go-readme '$(GO_COMMAND) vet . && $(GO_COMMAND) run .'
	@if ($(GO) build -race -o /dev/null ./examples/badges) 2> /dev/null; then race=-race; fi; \
	  $(GO) test $$race -count=1 -v .
