# The Ruby binding.
BINDING_TESTS += test-ruby
BINDING_PACKAGES += ruby ruby-minitest

test-ruby:
	$(PYTHON) Bindings/tools/readme.py ruby $(BUILD)/ruby-readme \
	  '$(STAGE_ENVIRONMENT) ruby -W -I$(CURDIR)/Bindings/ruby/lib example.rb'
	$(STAGE_ENVIRONMENT) TALLY_CONFORMANCE=$(CONFORMANCE) ruby -W -IBindings/ruby/lib -IBindings/ruby/test \
	  -e 'Dir["Bindings/ruby/test/test_*.rb"].sort.each { |file| require "./#{file}" }'
