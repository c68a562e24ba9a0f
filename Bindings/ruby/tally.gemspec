# frozen_string_literal: true

require_relative "lib/tally/declarations"

Gem::Specification.new do |gem|
  gem.name = "tally"
  gem.version = Tally::VERSION
  gem.summary = "Tally, an embeddable engine for unread badges"
  gem.description = "By Fiddle, on libtally.so.0, which a gem for one platform contains."
  gem.authors = ["The maintainers of Tally"]
  gem.license = "Apache-2.0"
  gem.required_ruby_version = ">= 3.0"
  # With the library in it (`make gem`) it is for the platform that it was made on.
  native = Dir.chdir(__dir__) { Dir["lib/tally/native/*"] }
  gem.platform = Gem::Platform.local unless native.empty?
  gem.files = Dir.chdir(__dir__) { Dir["lib/**/*.rb", "sig/**/*.rbs"] + ["README.md"] } + native
  gem.require_paths = ["lib"]
end
