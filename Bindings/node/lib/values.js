// Times, days, flags, styles, and lists that come a page at a time.

"use strict";

const constants = require("./constants.js");
const { DAYS, REMINDER_FIELDS, STYLE_FIELDS } = require("./fields.js");

/** The classes of objects that methods make. Each enters itself. */
const classes = {};

/** Milliseconds since 1970, of a Date or a number; 0: none. */
function milliseconds(value) {
  if (value === undefined || value === null) return 0;
  return value instanceof Date ? timeOf(value) : value;
}

function timeOf(date) {
  if (Number.isNaN(date.getTime())) throw new RangeError("the date is invalid");
  return date.getTime();
}

/** A day as 20260131, of a Date as the device's calendar has it, or such a number. */
function day(value) {
  if (!(value instanceof Date)) return value;
  timeOf(value);
  return value.getFullYear() * 10000 + (value.getMonth() + 1) * 100 + value.getDate();
}

function flag(condition, value) {
  return condition ? value : 0;
}

/** The first result of a call, behind its status. */
function first([, result]) {
  return result;
}

/** An array with `more`: there are further rows, and `next`, which continues the list; null: there are no more rows. */
function rows([status, list]) {
  return Object.assign(list, { more: status === constants.MORE, next: list.next ?? null });
}

/** Rows, and as their `revision` the one that they show. */
function revised([status, list, revision]) {
  return Object.assign(rows([status, list]), { revision });
}

/** The names of accounts. */
function namesOf(result) {
  const list = rows(result);
  return Object.assign(list.map((entry) => entry.name), { more: list.more, next: list.next });
}

/** A record, with what comes before it as a member. */
function merged([, value, record], name) {
  return { [name]: value, ...record };
}

/** Options for the library: `known` has the bits of flags, which are members that are true. */
function optionsIn(options, known = {}) {
  const made = { flags: 0 };
  for (const [name, value] of Object.entries(options ?? {})) {
    if (known[name] === undefined) made[name] = value instanceof Date ? timeOf(value) : value;
  }
  for (const [name, bit] of Object.entries(known)) made.flags |= flag(options?.[name], bit);
  return made;
}

/** Options of a method. A name that it does not have is an error, not a misspelt wish. */
function known(options, ...names) {
  for (const name of Object.keys(options ?? {})) {
    if (!names.includes(name)) throw new TypeError(`there is no option ${name}: it has ${names.join(", ")}`);
  }
  return options ?? {};
}

/** The badge that a path shows. As a string: "dot", its number, or "nothing"; as a number: its count. */
class Badge {
  constructor(members) {
    Object.assign(this, members);
  }

  toString() {
    return shown(this);
  }

  valueOf() {
    return this.count;
  }
}

/** A badge or an event in words: "nothing", "dot", or its number. */
function shown({ kind, badgeKind = kind, count }) {
  if (badgeKind === constants.KIND_NONE) return "nothing";
  return badgeKind === constants.KIND_DOT ? "dot" : String(count);
}

/** All rows of a list, a page at a time. `page(after)` returns a page. */
function* pages(page) {
  let list = page(null);
  yield* list;
  while (list.next !== null) {
    list = page(list.next);
    yield* list;
  }
}

/** A style for the library: `fields` says which members it has. */
function styleIn(style) {
  if (style === undefined || style === null) return null;
  let fields = 0;
  for (const [name, value] of Object.entries(style)) {
    if (value !== undefined && value !== null) fields |= STYLE_FIELDS[name] || 0;
  }
  return { ...style, fields };
}

/** A style as the library tells it: only the members that are set. */
function styleOut([, icon, style]) {
  const made = {};
  for (const [name, bit] of Object.entries(STYLE_FIELDS)) {
    if (style.fields & bit) made[name] = name === "icon" ? icon : style[name];
  }
  return made;
}

/** A reminder for the library: `fields` says which members are given. */
function reminderIn(options) {
  const made = { fields: 0 };
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    made.fields |= REMINDER_FIELDS[name] ?? 0;
    made[name] = DAYS.includes(name) ? day(value) : value;
  }
  return made;
}

module.exports = {
  Badge, known, shown, classes, milliseconds, day, flag, first, rows, revised, namesOf, merged, optionsIn, pages, styleIn, styleOut,
  reminderIn,
};
