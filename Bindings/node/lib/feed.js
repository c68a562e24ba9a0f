// A feed, as far as the header does not say it: a promise of a request's end.

"use strict";

const { ERROR_CANCELLED } = require("./constants.js");
const { errorOf } = require("./errors.js");
const { FeedMethods } = require("./methods.js");
const { native, HANDLE } = require("./native.js");
const { classes, first, known } = require("./values.js");

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

  async refreshNow(options) {
    const { signal } = known(options, "signal");
    signal?.throwIfAborted();
    const cancel = () => this.cancel();
    signal?.addEventListener("abort", cancel);
    try {
      const event = await this.account.engine._completion(() => first(native.feed_refresh_now(this[HANDLE])));
      if (event.result === ERROR_CANCELLED) signal?.throwIfAborted();
      if (event.result < 0) throw Object.assign(errorOf(event.result, event.text), { event });
      return event;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }
}

classes.Feed = Feed;

module.exports = { Feed };
