# The tree alone, as WebAssembly for JavaScript: no library is needed, only the compiler.

BINDING_TESTS += test-wasm
# Any Node from 18 on will do; Debian's where there is none.
BINDING_PACKAGES += $(if $(shell command -v node),,nodejs)

WASM := Bindings/wasm
WASM_OUT := $(BUILD)/wasm
WASM_TARGET := wasm32-unknown-none-wasm
WASM_MODULES := $(TREE_MODULES)
WASM_C := $(TREE_C) $(WASM)/wasm.c
WASM_OBJECTS := $(patsubst %,$(WASM_OUT)/%.o,$(WASM_MODULES) $(basename $(notdir $(WASM_C))))
WASM_SWIFTC = $(TOOLCHAIN)swiftc -target $(WASM_TARGET) -enable-experimental-feature Embedded -wmo -parse-as-library \
  -Osize -swift-version 6 -Xfrontend -disable-stack-protector -Xllvm -sil-disable-pass=closure-specialize \
  -Xcc -mbulk-memory -Xcc -msign-ext -I $(WASM_OUT) $(TREE_INCLUDES)
# The functions of the library that the script calls.
WASM_EXPORTS = $(shell grep -oE 'wasm\.[a-z]+_[a-z_]+' $(WASM)/tally-tree.js | sort -u | sed 's/^wasm\./--export=/')

.PHONY: wasm test-wasm

wasm: $(WASM)/tally-tree.wasm

# Compiles the library of CSources/CTree/tree.mk for this target.
$(WASM_OUT)/modules: $(TREE_SOURCES) $(TREE_HEADERS) $(WASM)/wasm.mk
	@mkdir -p $(WASM_OUT)
	@for module in $(WASM_MODULES); do \
	  $(WASM_SWIFTC) -module-name $$module -emit-module -emit-module-path $(WASM_OUT)/$$module.swiftmodule \
	    -c Sources/$$module/*.swift -o $(WASM_OUT)/$$module.o || exit 1; \
	done
	@touch $@

$(WASM_OUT)/c: $(WASM_C) $(TREE_HEADERS) $(WASM)/wasm.mk
	@mkdir -p $(WASM_OUT)
	@for file in $(WASM_C); do \
	  $(CLANG) --target=$(WASM_TARGET) -DCTALLY_NO_THREADS -ffreestanding -fno-builtin -mbulk-memory -Oz -Wall -Wextra \
	    -Werror $(TREE_INCLUDES) -c $$file -o $(WASM_OUT)/$$(basename $$file .c).o || exit 1; \
	done
	@touch $@

$(WASM)/tally-tree.wasm: $(WASM_OUT)/modules $(WASM_OUT)/c $(WASM)/tally-tree.js
	$(TOOLCHAIN)wasm-ld --no-entry --gc-sections --strip-all -O2 -z stack-size=65536 --stack-first $(WASM_EXPORTS) \
	  $(WASM_OBJECTS) -o $@
	@echo "$@: $$(wc -c < $@) bytes"

# What is read and written is JSON and the module; no package of npm's is needed.
test-wasm: wasm
	@$(PYTHON) Bindings/tools/readme.py wasm $(WASM_OUT)/readme 'node example.js'
	TALLY_CONFORMANCE=$(CONFORMANCE) node --test $(wildcard $(WASM)/test/*.test.js)
