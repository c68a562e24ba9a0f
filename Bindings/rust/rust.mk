# The crates for Rust: tests, doctests, the example, the documentation with warnings as errors, and the linters.

BINDING_TESTS += test-rust
# Debian's, where there is none, with its linters.
BINDING_PACKAGES += $(if $(shell command -v cargo),,cargo rustfmt rust-clippy) pkg-config

RUST := Bindings/rust
CARGO_COMMAND = $(STAGE_ENVIRONMENT) CARGO_TARGET_DIR=$(CURDIR)/$(BUILD)/rust TALLY_CONFORMANCE=$(CONFORMANCE) cargo
CARGO = cd $(RUST) && $(CARGO_COMMAND)

.PHONY: test-rust

test-rust:
	@$(PYTHON) Bindings/tools/check_coverage.py $(RUST)/tally/src/*.rs
	@for tool in fmt clippy; do cargo $$tool --version > /dev/null || { echo "test-rust: cargo $$tool is missing" >&2; exit 1; }; done
	@$(CARGO) fmt --check
	@$(CARGO) clippy --offline --quiet --all-targets -- -D warnings
	@RUSTDOCFLAGS='-D warnings' sh -c '$(CARGO) doc --offline --quiet --no-deps --package tally'
	@$(CARGO) run --offline --quiet --example badges | grep -x 'root.promo shows dot' > /dev/null
	@$(PYTHON) Bindings/tools/readme.py rust $(BUILD)/rust-readme '$(CARGO_COMMAND) run --offline --quiet'
	@$(CARGO) test --offline --quiet --test binding
	@$(CARGO) test --offline --quiet --doc
	@cd $(RUST) && CARGO_TARGET_DIR=$(CURDIR)/$(BUILD)/rust $(call REPLAY,Rust) \
	  cargo test --offline --quiet --test conformance -- --nocapture
