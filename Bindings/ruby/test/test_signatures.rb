# frozen_string_literal: true

require "minitest/autorun"
require "open3"
require "rbs"
require "tally"

# The signatures (sig) are those of all that is public, and of nothing else.
class TestSignatures < Minitest::Test
  SIG = File.expand_path("../sig", __dir__)
  INTERNAL = %i[Library Declarations Values Callbacks].freeze
  # The methods of a Struct for each member, and those that belong to it.
  STRUCTS = %i[[] inspect keyword_init? members new].freeze

  def self.definitions
    @definitions ||= begin
      loader = RBS::EnvironmentLoader.new
      loader.add(path: Pathname(SIG))
      RBS::DefinitionBuilder.new(env: RBS::Environment.from_loader(loader).resolve_type_names)
    end
  end

  def test_the_signatures_are_valid
    output, status = Open3.capture2e(RbConfig.ruby, Gem.bin_path("rbs", "rbs"), "-I", SIG, "validate", "--silent")
    assert_predicate status, :success?, output
  end

  def type_name(object)
    RBS::TypeName.new(name: object.name.split("::").last.to_sym,
                      namespace: RBS::Namespace.parse("::#{object.name}").parent)
  end

  def own(definition, name)
    definition.methods.select { |_, method| method.defined_in == name }
  end

  # A method that is marked as internal where it is written is no part of the interface.
  def public_methods_of(methods)
    methods.reject { |method| (place = method.source_location) && internal?(*place) }
  end

  def internal?(file, line)
    @lines ||= Hash.new { |lines, name| lines[name] = File.readlines(name) }
    @lines[file][line - 1].include?(":nodoc:")
  end

  def modules
    found = Tally.constants.reject { |name| INTERNAL.include?(name) }.map { |name| Tally.const_get(name) }
    found.grep(Module) + [Tally::Library::Handle, Tally::Library::List]
  end

  def test_every_public_method_has_a_signature_and_the_other_way_round
    modules.each do |object|
      name = type_name(object)
      assert self.class.definitions.env.class_decls.key?(name), "#{object} has no signature"
      definition = self.class.definitions.build_instance(name)
      methods = object.public_instance_methods(false).map { |method| object.instance_method(method) }
      methods = public_methods_of(methods)
      signed = own(definition, name).reject { |method, _| method == :initialize }
      assert_equal methods.map(&:name).sort, signed.keys.sort, object.name
      methods.each { |method| compare(object, method, signed.fetch(method.name)) }
    end
  end

  def test_the_functions_of_the_module_have_signatures
    name = RBS::TypeName.new(name: :Tally, namespace: RBS::Namespace.root)
    methods = public_methods_of(Tally.singleton_methods(false).map { |method| Tally.method(method) })
    signed = own(self.class.definitions.build_singleton(name), name)
    assert_equal methods.map(&:name).sort, signed.keys.sort
    methods.each { |method| compare(Tally, method, signed.fetch(method.name)) }
  end

  def test_the_constants_have_signatures
    declared = self.class.definitions.env.constant_decls.keys.map(&:to_s)
    constants = Tally.constants.reject { |name| Tally.const_get(name).is_a?(Module) }
    assert_empty constants.map { |name| "::Tally::#{name}" } - declared
  end

  # Each way to call it takes the parameters that the method has.
  def compare(object, method, signature)
    return if method.parameters == [[:rest]] || method.parameters.empty? && method.source_location.nil?

    kinds = method.parameters.group_by(&:first).transform_values { |each| each.map(&:last) }
    signature.method_types.each do |type|
      function, told = type.type, "#{object}##{method.name}: #{type}"
      next if object < Struct && method.source_location.nil?

      assert_equal (kinds[:req] || []).size, function.required_positionals.size, told
      assert_equal (kinds[:opt] || []).size, function.optional_positionals.size, told
      assert_equal kinds.key?(:rest), !function.rest_positionals.nil?, told
      assert_equal (kinds[:key] || []).sort, function.optional_keywords.keys.sort, told unless function.rest_keywords &&
                                                                                             !kinds.key?(:key)
      assert_equal kinds.key?(:keyrest), !function.rest_keywords.nil?, told
    end
  end

  # A mistake in a signature raises.
  def test_calls_are_as_the_signatures_say
    skipped = INTERNAL.map { |name| "Tally::#{name}" }.join(",")
    environment = { "RBS_TEST_TARGET" => "Tally,Tally::*", "RBS_TEST_OPT" => "-I #{SIG}", "RBS_TEST_SKIP" => skipped,
                    "RBS_TEST_LOGLEVEL" => "fatal" }
    output, status = Open3.capture2e(environment, RbConfig.ruby, "-W0", "-I#{__dir__}/../lib", "-rrbs/test/setup",
                                     "#{__dir__}/signed.rb")
    assert_predicate status, :success?, output
    assert_equal "as signed\n", output
  end
end
