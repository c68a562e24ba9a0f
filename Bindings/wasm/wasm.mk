# The tree alone, as WebAssembly for JavaScript: no library is needed, only the compiler.

BINDING_TESTS += test-wasm
# Any Node from 18 on will do; Debian's where there is none.
BINDING_PACKAGES += $(if $(shell command -v node),,nodejs)

WASM := Bindings/wasm
WASM_OUT := $(BUILD)/wasm
WASM_TARGET := wasm32-unknown-none-wasm
WASM_MODULES := TallyMemory TallyTree
WASM_SOURCES := $(foreach m,$(WASM_MODULES),$(wildcard Sources/$(m)/*.swift Sources/$(m)/*/*.swift))
WASM_SWIFTC = $(TOOLCHAIN)swiftc -target $(WASM_TARGET) -enable-experimental-feature Embedded -wmo -parse-as-library \
  -Osize -swift-version 6 -Xfrontend -disable-stack-protector -Xcc -mbulk-memory -Xcc -msign-ext -I $(WASM_OUT) \
  -I CSources/CMemory/include
WASM_EXPORTS = $(shell sed -n 's/^@_cdecl("\(.*\)")/--export=\1/p' $(WASM)/Exports.swift)

.PHONY: wasm test-wasm

wasm: $(WASM)/tally-tree.wasm

$(WASM_OUT)/Exports.o: $(WASM)/Exports.swift $(WASM)/wasm.mk $(WASM_SOURCES)
	@mkdir -p $(WASM_OUT)
	@for module in $(WASM_MODULES); do \
	  $(WASM_SWIFTC) -module-name $$module -emit-module -emit-module-path $(WASM_OUT)/$$module.swiftmodule \
	    -c $$(find Sources/$$module -name '*.swift') -o $(WASM_OUT)/$$module.o || exit 1; \
	done
	$(WASM_SWIFTC) -module-name Exports -c $< -o $@

$(WASM_OUT)/memory.o: $(WASM)/memory.c CSources/CMemory/include/cmemory.h
	@mkdir -p $(WASM_OUT)
	$(CLANG) --target=$(WASM_TARGET) -ffreestanding -fno-builtin -mbulk-memory -Oz -Wall -Wextra -Werror \
	  -I CSources/CMemory/include -c $< -o $@

$(WASM)/tally-tree.wasm: $(WASM_OUT)/Exports.o $(WASM_OUT)/memory.o
	$(TOOLCHAIN)wasm-ld --no-entry --gc-sections --strip-all -O2 -z stack-size=65536 --stack-first $(WASM_EXPORTS) \
	  $(patsubst %,$(WASM_OUT)/%.o,$(WASM_MODULES)) $^ -o $@
	@echo "$@: $$(wc -c < $@) bytes"

# What is read and written is JSON and the module; no package of npm's is needed.
test-wasm: wasm
	@$(PYTHON) Bindings/tools/readme.py wasm $(WASM_OUT)/readme 'node example.js'
	TALLY_CONFORMANCE=$(CONFORMANCE) node --test $(wildcard $(WASM)/test/*.test.js)
