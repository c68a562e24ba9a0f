# The tree alone, as WebAssembly for JavaScript: no library is needed, only the compiler.

BINDING_TESTS += test-wasm
# Any Node from 18 on will do; Debian's where there is none.
BINDING_PACKAGES += $(if $(shell command -v node),,nodejs) node-typescript

WASM := Bindings/wasm
WASM_OUT := $(BUILD)/wasm
WASM_TARGET := wasm32-unknown-none-wasm
WASM_C := $(TREE_C) $(WASM)/wasm.c
WASM_SYSTEM := $(patsubst %.c,$(WASM_OUT)/%.o,$(notdir $(WASM_C)))
WASM_OBJECTS := $(WASM_OUT)/tree.o $(WASM_SYSTEM)
WASM_SWIFTC = $(TOOLCHAIN)swiftc -target $(WASM_TARGET) -enable-experimental-feature Embedded -wmo -parse-as-library \
  -D TALLY_SMALL -Osize -swift-version 6 -Xfrontend -disable-stack-protector -Xllvm -sil-disable-pass=closure-specialize \
  -Xcc -mbulk-memory -Xcc -msign-ext $(TREE_INCLUDES)
# The functions of the library that the script calls.
WASM_EXPORTS = $(shell grep -oE 'wasm\.[a-z]+_[a-z_]+' $(WASM)/tally-tree.js | sort -u | sed 's/^wasm\./--export=/')

.PHONY: wasm test-wasm

wasm: $(WASM)/tally-tree.wasm

# Compiles the library of CSources/CTree/tree.mk for this target.
# $(1) a part of it
define wasm_rules
$(WASM_OUT)/$(1).o: $(call PART_SOURCES,$(1)) include/tally_$(1).h $(TREE_HEADERS) $(WASM)/wasm.mk
	@mkdir -p $(WASM_OUT)
	@$$(WASM_SWIFTC) -module-name $(lastword $(PART_MODULES_$(1))) -c $(call PART_SOURCES,$(1)) -o $$@
endef
$(foreach part,$(SMALL_PARTS),$(eval $(call wasm_rules,$(part))))

$(WASM_OUT)/c: $(WASM_C) $(TREE_HEADERS) $(WASM)/wasm.mk
	@mkdir -p $(WASM_OUT)
	@for file in $(WASM_C); do \
	  $(CLANG) --target=$(WASM_TARGET) -DCTALLY_NO_THREADS -ffreestanding -fno-builtin -mbulk-memory -Oz -Wall -Wextra \
	    -Werror $(TREE_INCLUDES) -c $$file -o $(WASM_OUT)/$$(basename $$file .c).o || exit 1; \
	done
	@touch $@

$(WASM)/tally-tree.wasm: $(WASM_OUT)/tree.o $(WASM_OUT)/c $(WASM)/tally-tree.js
	$(TOOLCHAIN)wasm-ld --no-entry --gc-sections --strip-all -O2 -z stack-size=65536 --stack-first $(WASM_EXPORTS) \
	  $(WASM_OBJECTS) -o $@
	@echo "$@: $$(wc -c < $@) bytes"

# The tests read and write only JSON and the module, so they need no npm package.
test-wasm: wasm
	@node Bindings/tools/check_types.mjs $(WASM)/tally-tree.js $(WASM)/tally-tree.d.ts $(WASM)/test/types.ts
	@$(PYTHON) Bindings/tools/readme.py wasm $(WASM_OUT)/readme 'node example.js'
	TALLY_CONFORMANCE=$(CONFORMANCE) node --test $(wildcard $(WASM)/test/*.test.js)
