# The Ruby binding.
BINDING_TESTS += test-ruby
BINDING_PACKAGES += ruby ruby-minitest

test-ruby:
	@for file in $$(find Bindings/ruby -name '*.rb'); do \
	  said=$$(ruby -wc $$file 2>&1) && [ "$$said" = "Syntax OK" ] || { echo "$$file: $$said" >&2; exit 1; }; done
	$(PYTHON) Bindings/tools/readme.py ruby $(BUILD)/ruby-readme \
	  '$(STAGE_ENVIRONMENT) ruby -W -I$(CURDIR)/Bindings/ruby/lib example.rb'
	$(STAGE_ENVIRONMENT) ruby -W -IBindings/ruby/lib -IBindings/ruby/test -rstrict \
	  -e 'Dir["Bindings/ruby/test/test_[!c]*.rb"].sort.each { |file| require "./#{file}" }'
	$(call REPLAY,Ruby) ruby -W -IBindings/ruby/lib -IBindings/ruby/test -rstrict \
	  Bindings/ruby/test/test_conformance.rb
