using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Tally.Tests
{
    /// <summary>
    /// Reads JSON: objects as dictionaries, arrays as lists, and numbers as decimals, which have all digits of the
    /// conformance data.
    /// </summary>
    internal sealed class Json
    {
        private readonly string text;
        private int at;

        private Json(string text)
        {
            this.text = text;
        }

        internal static Dictionary<string, object> Parse(string text)
        {
            return (Dictionary<string, object>)new Json(text).Value();
        }

        private char Next()
        {
            while (char.IsWhiteSpace(text[at])) at++;
            return text[at];
        }

        private void Expect(char mark)
        {
            if (Next() != mark) throw new FormatException($"no {mark} at {at}");
            at++;
        }

        private object Value()
        {
            switch (Next())
            {
                case '{': return Object();
                case '[': return Array();
                case '"': return String();
                case 't': at += 4; return true;
                case 'f': at += 5; return false;
                case 'n': at += 4; return null;
                default: return Number();
            }
        }

        private Dictionary<string, object> Object()
        {
            var result = new Dictionary<string, object>();
            Expect('{');
            while (Next() != '}')
            {
                if (result.Count > 0) Expect(',');
                Next();
                string name = String();
                Expect(':');
                result[name] = Value();
            }
            Expect('}');
            return result;
        }

        private List<object> Array()
        {
            var result = new List<object>();
            Expect('[');
            while (Next() != ']')
            {
                if (result.Count > 0) Expect(',');
                result.Add(Value());
            }
            Expect(']');
            return result;
        }

        private object Number()
        {
            int start = at;
            while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) at++;
            return decimal.Parse(text.Substring(start, at - start), NumberStyles.Float, CultureInfo.InvariantCulture);
        }

        private string String()
        {
            var result = new StringBuilder();
            Expect('"');
            while (text[at] != '"')
            {
                char unit = text[at++];
                result.Append(unit == '\\' ? Escaped() : unit);
            }
            at++;
            return result.ToString();
        }

        private char Escaped()
        {
            char mark = text[at++];
            if (mark != 'u') return mark == 'n' ? '\n' : mark == 't' ? '\t' : mark == 'r' ? '\r' : mark == 'b' ? '\b' :
                mark == 'f' ? '\f' : mark;
            at += 4;
            return (char)int.Parse(text.Substring(at - 4, 4), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        }
    }
}
