//! As much of JSON as the conformance data has.

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(String),
    Array(Vec<Value>),
    Object(Vec<(String, Value)>),
}

pub static NULL: Value = Value::Null;

impl Value {
    /// A member; Null where there is none.
    pub fn get(&self, name: &str) -> &Value {
        self.find(name).unwrap_or(&NULL)
    }

    pub fn find(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    pub fn is_null(&self) -> bool {
        *self == Value::Null
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn items(&self) -> &[Value] {
        match self {
            Value::Array(items) => items,
            _ => &[],
        }
    }

    /// An integer, also as digits; 0 where there is none.
    pub fn int(&self) -> i128 {
        match self {
            Value::Int(number) => *number,
            Value::Text(digits) => digits.parse().unwrap_or_else(|_| panic!("{digits} is no number")),
            Value::Bool(value) => i128::from(*value),
            _ => 0,
        }
    }

    pub fn float(&self) -> f32 {
        match self {
            Value::Float(number) => *number as f32,
            other => other.int() as f32,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Float(value) => write!(f, "{value}"),
            Value::Text(value) => write!(f, "{value:?}"),
            Value::Array(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Value::Object(members) => {
                f.write_str("{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    write!(f, "{}{name:?}: {value}", if index > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
        }
    }
}

macro_rules! from {
    ($($kind:ty => |$value:ident| $made:expr),* $(,)?) => {
        $(impl From<$kind> for Value {
            fn from($value: $kind) -> Value {
                $made
            }
        })*
    };
}

from! {
    bool => |value| Value::Int(value.into()), i32 => |value| Value::Int(value.into()),
    u32 => |value| Value::Int(value.into()), i64 => |value| Value::Int(value.into()),
    u64 => |value| Value::Int(value.into()), usize => |value| Value::Int(value as i128),
    f32 => |value| Value::Float(value.into()), &str => |value| Value::Text(value.into()),
    String => |value| Value::Text(value), Vec<Value> => |value| Value::Array(value),
}

pub fn parse(text: &str) -> Value {
    let mut parser = Parser { bytes: text.as_bytes(), at: 0 };
    let value = parser.value();
    parser.space();
    assert_eq!(parser.at, parser.bytes.len(), "something stands behind the value");
    value
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn space(&mut self) {
        while self.bytes.get(self.at).map_or(false, |byte| b" \t\r\n".contains(byte)) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> u8 {
        self.space();
        self.bytes[self.at]
    }

    fn expect(&mut self, text: &str) {
        assert!(self.bytes[self.at..].starts_with(text.as_bytes()), "expected {text} at byte {}", self.at);
        self.at += text.len();
    }

    /// Whether another element follows, in brackets of which the last is `end`.
    fn more(&mut self, end: u8, is_first: bool) -> bool {
        let next = self.peek();
        if next == end {
            self.at += 1;
            return false;
        }
        if !is_first {
            self.expect(",");
        }
        true
    }

    fn value(&mut self) -> Value {
        match self.peek() {
            b'{' => {
                self.at += 1;
                let mut members = Vec::new();
                while self.more(b'}', members.is_empty()) {
                    self.space();
                    let name = self.string();
                    self.space();
                    self.expect(":");
                    members.push((name, self.value()));
                }
                Value::Object(members)
            }
            b'[' => {
                self.at += 1;
                let mut items = Vec::new();
                while self.more(b']', items.is_empty()) {
                    items.push(self.value());
                }
                Value::Array(items)
            }
            b'"' => Value::Text(self.string()),
            b't' => self.word("true", Value::Bool(true)),
            b'f' => self.word("false", Value::Bool(false)),
            b'n' => self.word("null", Value::Null),
            _ => self.number(),
        }
    }

    fn word(&mut self, text: &str, value: Value) -> Value {
        self.expect(text);
        value
    }

    fn number(&mut self) -> Value {
        let begin = self.at;
        while self.bytes.get(self.at).map_or(false, |byte| b"+-.eE0123456789".contains(byte)) {
            self.at += 1;
        }
        let digits = std::str::from_utf8(&self.bytes[begin..self.at]).unwrap();
        match digits.parse() {
            Ok(number) => Value::Int(number),
            Err(_) => Value::Float(digits.parse().unwrap_or_else(|_| panic!("no number at byte {begin}"))),
        }
    }

    fn string(&mut self) -> String {
        self.expect("\"");
        let mut result = Vec::new();
        loop {
            let byte = self.bytes[self.at];
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(result).unwrap(),
                b'\\' => {
                    let character = self.escape();
                    result.extend(character.to_string().bytes());
                }
                _ => result.push(byte),
            }
        }
    }

    fn escape(&mut self) -> char {
        self.at += 1;
        match self.bytes[self.at - 1] {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                let first = self.hex();
                if !(0xd800..0xdc00).contains(&first) {
                    return char::from_u32(first).unwrap();
                }
                self.expect("\\u");
                let second = self.hex();
                char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)).unwrap()
            }
            other => other.into(),
        }
    }

    fn hex(&mut self) -> u32 {
        self.at += 4;
        u32::from_str_radix(std::str::from_utf8(&self.bytes[self.at - 4..self.at]).unwrap(), 16).unwrap()
    }
}
