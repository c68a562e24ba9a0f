# frozen_string_literal: true

require_relative "lib/tally/declarations"

Gem::Specification.new do |gem|
  gem.name = "tally"
  gem.version = Tally::VERSION
  gem.summary = "Tally, an embeddable engine for unread badges"
  gem.description = "By Fiddle, on libtally.so.0, which is installed by itself."
  gem.authors = ["The maintainers of Tally"]
  gem.license = "Apache-2.0"
  gem.required_ruby_version = ">= 3.0"
  gem.files = Dir.chdir(__dir__) { Dir["lib/**/*.rb", "sig/**/*.rbs"] + ["README.md"] }
  gem.require_paths = ["lib"]
end
