# The Lua binding, for LuaJIT.
BINDING_TESTS += test-lua
BINDING_PACKAGES += luajit lua-cjson

test-lua:
	$(STAGE_ENVIRONMENT) TALLY_CONFORMANCE=$(CONFORMANCE) luajit Bindings/lua/tests/run.lua
