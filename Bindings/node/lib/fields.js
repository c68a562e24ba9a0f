// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

"use strict";

const constants = require("./constants.js");

// The bit of each member in `fields`.
const STYLE_FIELDS = {
  dotRadius: constants.STYLE_FIELD_DOT_RADIUS,
  offsetX: constants.STYLE_FIELD_OFFSET,
  offsetY: constants.STYLE_FIELD_OFFSET,
  fontSize: constants.STYLE_FIELD_FONT_SIZE,
  fontWeight: constants.STYLE_FIELD_FONT_WEIGHT,
  textColor: constants.STYLE_FIELD_TEXT_COLOR,
  backgroundColor: constants.STYLE_FIELD_BACKGROUND_COLOR,
  overflow: constants.STYLE_FIELD_OVERFLOW,
  maxCount: constants.STYLE_FIELD_MAX_COUNT,
  icon: constants.STYLE_FIELD_ICON,
  highlightColor: constants.STYLE_FIELD_HIGHLIGHT_COLOR,
};
const REMINDER_FIELDS = {
  title: constants.REMINDER_FIELD_TITLE,
  body: constants.REMINDER_FIELD_BODY,
  path: constants.REMINDER_FIELD_PATH,
  zone: constants.REMINDER_FIELD_ZONE,
  produced: constants.REMINDER_FIELD_PRODUCED,
  shelfLife: constants.REMINDER_FIELD_SHELF_LIFE,
  shelfUnit: constants.REMINDER_FIELD_SHELF_LIFE,
  timeOfDay: constants.REMINDER_FIELD_TIME_OF_DAY,
  smart: constants.REMINDER_FIELD_SMART,
  repeatUnit: constants.REMINDER_FIELD_REPEAT,
  repeatEvery: constants.REMINDER_FIELD_REPEAT,
  end: constants.REMINDER_FIELD_END,
  start: constants.REMINDER_FIELD_START,
  overdueUnit: constants.REMINDER_FIELD_OVERDUE,
  overdueEvery: constants.REMINDER_FIELD_OVERDUE,
  overdueLimit: constants.REMINDER_FIELD_OVERDUE,
};
// Members of a reminder that are days.
const DAYS = ["end", "produced", "start"];

module.exports = { DAYS, REMINDER_FIELDS, STYLE_FIELDS };
