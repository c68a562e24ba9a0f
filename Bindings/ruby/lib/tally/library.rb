# frozen_string_literal: true

require "fiddle"
require_relative "declarations"

module Tally
  # The base of all errors, with a status (ERROR_PATH), its name ("TALLY_ERROR_PATH") and a message. Each status has its
  # own subclass: Tally::PathError and so on.
  class Error < StandardError
    attr_reader :status

    def initialize(status, message)
      @status = status
      super(message)
    end

    def name
      Library.status_name(status)
    end

    def detailed
      "#{message} (#{name}, #{status})"
    end

    CLASSES = {} # rubocop:disable Style/MutableConstant
    Tally.constants.grep(/\AERROR_/).each do |constant|
      words = constant.to_s.delete_prefix("ERROR_").split("_")
      name = words.map { |word| %w[IO URL TLS].include?(word) ? word : word.capitalize }.join
      CLASSES[Tally.const_get(constant)] = Tally.const_set("#{name}Error", Class.new(Error))
    end
    CLASSES.freeze
  end

  # The library: finding it, its functions, its errors, and what its callbacks raise.
  module Library # :nodoc:
    module_function

    def load
      chosen = ENV["TALLY_LIBRARY"]
      within = File.join(__dir__, "native", "libtally.so.0") # A gem may contain the library.
      Fiddle.dlopen(chosen || (File.exist?(within) ? within : "libtally.so.0"))
    rescue Fiddle::DLError => e
      where = chosen ? "TALLY_LIBRARY says #{chosen}" : "the loader looked for libtally.so.0"
      raise LoadError, "the library of Tally cannot be loaded (#{where}): #{e.message}. Install it (make install, or " \
                       "the package libtally0), or let the environment variable TALLY_LIBRARY name its file."
    end

    DLL = load
    TYPES = { "l" => Fiddle::TYPE_INT, "L" => -Fiddle::TYPE_INT, "q" => Fiddle::TYPE_LONG_LONG,
              "Q" => -Fiddle::TYPE_LONG_LONG, "J" => Fiddle::TYPE_VOIDP, "v" => Fiddle::TYPE_VOID }.freeze

    FUNCTIONS = Declarations::FUNCTIONS.to_h do |name, signature|
      result, *parameters = TYPES.values_at(*signature.chars)
      [name.to_s, Fiddle::Function.new(DLL[name.to_s], parameters, result, name: name.to_s)]
    end.freeze

    # --- Errors ---

    def status_name(status)
      FUNCTIONS["tally_status_name"].call(status).to_s
    end

    def last_message
      buffer = "\0".b * 1024
      length = "\0".b * 8
      FUNCTIONS["tally_error_message"].call(buffer, 1024, length)
      buffer.byteslice(0, length.unpack1("Q")).force_encoding(Encoding::UTF_8).sub(/ NULL\z/, " nil")
    end

    def error(status, message = last_message)
      Error::CLASSES.fetch(status, Error).new(status, message)
    end

    # --- Callbacks: nothing may be thrown through the library ---

    def guarded(otherwise = nil)
      Thread.current[:tally_inside] = (before = Thread.current[:tally_inside]) || true
      yield
    rescue Exception => e # rubocop:disable Lint/RescueException
      keep_error(e)
      otherwise
    ensure
      Thread.current[:tally_inside] = before
    end

    # The first one comes out of the call that called back.
    def keep_error(error)
      return Thread.current[:tally_raised] = error unless Thread.current[:tally_raised]

      warn "tally: another callback failed too: #{error.message} (#{error.class})"
    end

    def raise_errors
      return unless (raised = Thread.current[:tally_raised])

      Thread.current[:tally_raised] = nil
      raise raised
    end
  end
end
