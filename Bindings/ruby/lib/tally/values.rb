# frozen_string_literal: true

module Tally
  # Values that Ruby has classes for, as the library takes them.
  module Values # :nodoc:
    module_function

    # A timestamp: milliseconds since 1970, a Time, or nil for 0.
    def milliseconds(value)
      return value || 0 unless value.respond_to?(:to_time) || value.is_a?(Time)

      ((value.is_a?(Time) ? value : value.to_time).to_r * 1000).floor
    end

    # A day: a number like 20260131, or a Date.
    def day(value)
      value.respond_to?(:mday) ? (value.year * 10_000) + (value.month * 100) + value.mday : value
    end

    # A constant, or its name as a Symbol: :day is UNIT_DAY.
    def constant(value, prefix)
      return value unless value.is_a?(Symbol)

      name = "#{prefix}#{value.upcase}"
      return Tally.const_get(name) if Tally.const_defined?(name)

      known = Tally.constants.grep(/\A#{prefix}/).sort_by { |each| Tally.const_get(each) }
      names = known.map { |each| each[prefix.size..].downcase.to_sym.inspect }
      raise ::ArgumentError, "#{value.inspect} is none of #{names.join(', ')}"
    end

    # The members of a style that are set, from a Style or a Hash; nil: no style.
    def style(value)
      (value.is_a?(Hash) ? Style.new(**value) : value)&.to_options
    end

    # A badge to draw.
    def badge(value)
      { kind: value.kind, count: value.count }
    end

    def flag(condition, value)
      condition ? value : 0
    end

    # The members of tally_reminder_options. A Hash, because `end` cannot be the name of an argument.
    def reminder(options)
      options.compact.to_h do |name, value|
        [name, %i[produced start end].include?(name) ? day(value) : constant(value, name == :smart ? :SMART_ : :UNIT_)]
      end
    end
  end

  # Returns the Time of milliseconds since 1970, as results have them; nil for 0.
  def self.time(milliseconds)
    milliseconds.zero? ? nil : Time.at(milliseconds / 1000r)
  end

  # All entries of a list that is read in pages. Each enumeration reads the list again.
  class Pages
    include Enumerable

    def initialize(&page) # :nodoc:
      @page = page
    end

    def each
      return enum_for unless block_given?

      after = nil
      loop do
        list = @page.call(after, 1000)
        list.each { |entry| yield entry }
        after = list.next
        return self unless list.more?
      end
    end
  end

  # How a path is drawn. A member that is nil is inherited. offset: two numbers.
  Style = Struct.new(:dot_radius, :offset, :font_size, :font_weight, :text_color, :background_color, :max_count,
                     :overflow, :icon, :highlight_color, keyword_init: true) do
    def self.of(bytes, icon) # :nodoc:
      template, _, names = Declarations::STRUCTS["tally_style"]
      told = names.zip(bytes.unpack(template)).to_h.merge(icon: icon)
      told[:offset] = told.values_at(:offset_x, :offset_y)
      bits = { offset: STYLE_FIELD_OFFSET, **Declarations::FIELDS["tally_style"] }
      new(**members.to_h { |name| [name, (told[name] if told[:fields].anybits?(bits[name]))] })
    end

    def to_options # :nodoc:
      given = to_h.compact
      given[:offset_x], given[:offset_y] = given.delete(:offset) if given.key?(:offset)
      given
    end
  end
end
