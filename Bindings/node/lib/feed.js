// A feed, as far as the header does not say it: a promise of a request's end.

"use strict";

const { errorOf } = require("./errors.js");
const { FeedMethods } = require("./methods.js");
const { native, HANDLE } = require("./native.js");
const { classes, first } = require("./values.js");

class Feed extends FeedMethods {
  constructor(account, name, handle) {
    super(handle);
    this.account = account;
    this.name = name;
  }

  /** A feed that was found by its identifier. */
  static _found(account, id, handle) {
    const entry = [...account.feeds.list()].find((each) => BigInt(each.id) === BigInt(id));
    return new Feed(account, entry?.name, handle); // Without a name, it was removed meanwhile.
  }

  /**
   * Sends a request immediately. The promise is fulfilled with the COMPLETION event, and rejected if the refresh fails:
   * with the error of its status, which has the event as `event`.
   */
  async refreshNow() {
    const event = await this.account.engine._completion(() => first(native.feed_refresh_now(this[HANDLE])));
    if (event.result < 0) throw Object.assign(errorOf(event.result, event.text), { event });
    return event;
  }
}

classes.Feed = Feed;

module.exports = { Feed };
