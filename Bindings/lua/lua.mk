# The Lua binding, for LuaJIT.
BINDING_TESTS += test-lua
BINDING_PACKAGES += luajit lua-cjson lua-check

test-lua:
	cd Bindings/lua && luacheck -q .
	$(PYTHON) Bindings/tools/readme.py lua $(BUILD)/lua-readme \
	  '$(STAGE_ENVIRONMENT) LUA_PATH="$(CURDIR)/Bindings/lua/?.lua;;" luajit example.lua'
	$(call REPLAY,Lua) luajit Bindings/lua/tests/run.lua replay
	$(STAGE_ENVIRONMENT) luajit Bindings/lua/tests/run.lua unit
