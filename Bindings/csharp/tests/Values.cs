using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;

namespace Tally.Tests
{
    /// <summary>Objects of the binding by the names of the header, for a replay.</summary>
    internal static class Values
    {
        private static readonly string[][] StyleFields =
        {
            new[] { "dot_radius" }, new[] { "offset_x", "offset_y" }, new[] { "font_size" }, new[] { "font_weight" },
            new[] { "text_color" }, new[] { "background_color" }, new[] { "max_count" }, new[] { "overflow" },
            new[] { "icon" }, new[] { "highlight_color" },
        };

        internal static decimal Number(object value)
        {
            return value == null ? 0 : value is bool flag ? (flag ? 1 : 0) : value is decimal number ? number :
                decimal.Parse((string)value, NumberStyles.Float, CultureInfo.InvariantCulture);
        }

        internal static DateTimeOffset? Time(object value)
        {
            decimal number = Number(value);
            if (number == 0) return null;
            return number > 253402300799999 ? DateTimeOffset.MaxValue
                : DateTimeOffset.FromUnixTimeMilliseconds((long)number);
        }

        private static string Pascal(string name)
        {
            return string.Concat(name.Split('_').Select(part => char.ToUpperInvariant(part[0]) + part.Substring(1)));
        }

        private static string Snake(string name) => Regex.Replace(name, "(?<!^)([A-Z])", "_$1").ToLowerInvariant();

        // ---- What goes in ----

        /// <summary>Sets the properties of options by their names in the header.</summary>
        internal static T Fill<T>(T options, Dictionary<string, object> values)
        {
            if (options is Style) values = Styled(values);
            foreach (KeyValuePair<string, object> each in values)
            {
                PropertyInfo property = options.GetType().GetProperty(Pascal(each.Key));
                if (property == null && (each.Key == "fields" || Number(each.Value) == 0)) continue;
                if (property == null) throw new InvalidOperationException($"no option {each.Key}");
                if (each.Value != null) property.SetValue(options, Converted(property, each.Value));
            }
            return options;
        }

        /// <summary>The members of a style that its `fields` name.</summary>
        private static Dictionary<string, object> Styled(Dictionary<string, object> values)
        {
            var fields = values.ContainsKey("fields") ? (int)Number(values["fields"]) : 0;
            return StyleFields.Where((names, bit) => (fields & (1 << bit)) != 0).SelectMany(names => names).ToDictionary(
                name => name, name => values.ContainsKey(name) ? values[name] : name == "icon" ? "" : (object)0m);
        }

        /// <summary>The `fields` of a style: a bit for each that it has.</summary>
        internal static decimal Fields(Style style)
        {
            return StyleFields.Select((names, bit) =>
                typeof(Style).GetProperty(Pascal(names[0])).GetValue(style) == null ? 0 : 1 << bit).Sum();
        }

        private static object Converted(PropertyInfo property, object value)
        {
            Type type = Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType;
            if (type == typeof(string)) return value;
            if (type.IsEnum) return Enum.ToObject(type, (long)Number(value));
            if (type == typeof(DateTimeOffset)) return Time(value);
            if (type == typeof(TimeSpan))
            {
                bool isOfDay = property.DeclaringType == typeof(ReminderOptions);
                return isOfDay ? TimeSpan.FromSeconds((double)Number(value)) : TimeSpan.FromMilliseconds((double)Number(value));
            }
            return Convert.ChangeType(Number(value), type, CultureInfo.InvariantCulture);
        }

        // ---- What comes out ----

        /// <summary>The properties of a record by the header's names; those of records within it among them.</summary>
        internal static Dictionary<string, object> Members(object value)
        {
            var found = new Dictionary<string, object>();
            foreach (PropertyInfo property in value.GetType().GetProperties())
            {
                if (property.GetIndexParameters().Length > 0) continue;
                object part = property.GetValue(value);
                if (part is IEnumerable && !(part is string)) continue;
                if (part != null && part.GetType().IsClass && !(part is string))
                    foreach (KeyValuePair<string, object> each in Members(part)) found[each.Key] = each.Value;
                else
                    found[Snake(property.Name)] = part == null && property.PropertyType == typeof(string) ? "" : Plain(part);
            }
            return found;
        }

        /// <summary>A value as C has it: numbers are decimals, and a status has its name.</summary>
        internal static object Plain(object part)
        {
            if (part == null) return 0m;
            if (part is Status status) return TallyLibrary.GetStatusName(status);
            if (part is DateTimeOffset time) return (decimal)time.ToUnixTimeMilliseconds();
            if (part is TimeSpan span) return (decimal)span.Ticks / TimeSpan.TicksPerMillisecond;
            if (part is bool flag) return flag ? 1m : 0m;
            if (part is Enum) return Convert.ToDecimal(Convert.ToInt64(part));
            return part is string || !(part is IConvertible) ? part : Convert.ToDecimal(part);
        }

        /// <summary>Compares what was found with what a case expects: only the members that the case has.</summary>
        internal static void Compare(object found, object expected, bool isUnordered, string where)
        {
            if (expected is List<object> list)
            {
                List<object> entries = ((IEnumerable)found).Cast<object>().ToList();
                List<object> wanted = list.ToList();
                if (isUnordered)
                {
                    entries = entries.OrderBy(each => Path(each), StringComparer.Ordinal).ToList();
                    wanted = wanted.OrderBy(each => Path(each), StringComparer.Ordinal).ToList();
                }
                if (entries.Count != wanted.Count) throw new ReplayException($"{where}: {entries.Count} entries");
                for (int at = 0; at < wanted.Count; at++) Compare(entries[at], wanted[at], false, $"{where} {at}");
            }
            else if (expected is Dictionary<string, object> members)
            {
                var own = (Dictionary<string, object>)found;
                foreach (KeyValuePair<string, object> each in members)
                    Compare(own.TryGetValue(each.Key, out object value) ? value : null, each.Value, false,
                        $"{where}.{each.Key}");
            }
            else if (!IsSame(found, expected))
            {
                throw new ReplayException($"{where}: {found ?? "nothing"}, not {expected ?? "nothing"}");
            }
        }

        private static string Path(object entry) => (string)((Dictionary<string, object>)entry)["path"];

        private static bool IsSame(object found, object expected)
        {
            if (found == null || expected == null) return found == expected;
            return found is string ? found.Equals(expected) : Convert.ToDecimal(found) == Number(expected);
        }
    }

    /// <summary>A step of a case is not as it should be.</summary>
    internal sealed class ReplayException : Exception
    {
        internal ReplayException(string message) : base(message) { }
    }
}
