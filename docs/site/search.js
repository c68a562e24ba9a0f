// The search: which entries of the index have all words or their synonyms, the best first. If no entry has all of them,
// those that have some. Entries are [title, place, kind, text].
"use strict";

window.makeSearch = function (entries) {
  const limit = 25;
  const preferred = { Concepts: 4, Tutorial: 4, "How to": 3, Function: 2 }; // The order of pages that fit equally well.
  // Words that readers search for, and those that the pages use.
  const synonyms = {
    alternative: ["instead"], alternatives: ["instead"], apns: ["push"], comparison: ["instead"],
    concurrency: ["thread"], concurrent: ["thread"], crash: ["durability"], delete: ["remove", "clear"],
    electron: ["node"], encrypted: ["tls", "https"], encryption: ["tls", "https"], erase: ["remove", "clear"],
    fcm: ["push"], locking: ["locked"], multi: ["several", "another", "many"], multiprocess: ["another process"],
    multithreaded: ["thread"], notification: ["summary"], offline: ["outbox", "network"], processes: ["process"],
    realtime: ["watch"], safe: ["thread"], safety: ["thread"], session: ["log in"], unread: ["unseen", "read"],
    upgrade: ["version"], websocket: ["transport"], websockets: ["transport"],
  };
  const common = new Set("a an and as for in is it of the to with".split(" ")); // They are in every page.
  const letter = /[a-z0-9]/;
  const fold = (text) => text.toLowerCase().replace(/_/g, " ");
  const words = (text) => fold(text).split(/[\s-]+/).filter(Boolean);
  const index = entries.map(([title, place, kind, text]) =>
    ({ title, place, kind, text, foldedTitle: fold(title), folded: fold(text) }));

  // Its synonyms, and the word without its ending, because pages may have another form of it.
  function others(word) {
    const stem = word.replace(/(?:ies|ing|ed|es|s|e)$/, "");
    const forms = stem.length > 3 ? [word, stem, stem + "e"] : [word];
    return forms.flatMap((form) => [...(form === word ? [] : [form]), ...(Object.hasOwn(synonyms, form) ? synonyms[form] : [])]);
  }

  // 0: the word is missing. In the title it counts more than in the text, and at the beginning of a word more still.
  function points(entry, word) {
    const inTitle = entry.foldedTitle.indexOf(word);
    const inText = entry.folded.indexOf(word);
    if (inTitle < 0 && inText < 0) return 0;
    const begins = inTitle === 0 || entry.foldedTitle[inTitle - 1] === " ";
    const isWord = inText >= 0 && !letter.test(entry.folded[inText - 1] || " ") &&
      !letter.test(entry.folded[inText + word.length] || " ");
    const place = inTitle >= 0 ? (begins ? 30 : 10) : isWord ? 5 : 1;
    return place + (inText >= 0 ? 2 - Math.min(1, inText / 2000) : 0);
  }

  // How many of the words an entry has, and how well it fits.
  function score(entry, wanted, whole) {
    let total = 0;
    let found = 0;
    for (const word of wanted) {
      let best = points(entry, word);
      if (best === 0) {
        best = Math.max(0, ...others(word).map((other) => points(entry, other))) / 2;
        if (best > 0) total -= 10; // An entry that has the word itself comes first.
      }
      if (best > 0) found += 1;
      total += best;
    }
    if (found === 0) return { found, total: 0 };
    if (entry.foldedTitle === whole || entry.foldedTitle === "tally " + whole) total += 100;
    if (entry.foldedTitle.includes(whole)) total += 20;
    if (whole.includes(" ") && entry.folded.includes(whole)) total += 35;
    if (!entry.place.includes("#")) total += 8;
    if (entry.foldedTitle.includes(".async: ")) total -= 10; // Its twin, which blocks, says more.
    total += preferred[entry.kind] || 0;
    return { found, total: total - Math.min(5, entry.title.length / 40) };
  }

  function find(text) {
    const all = words(text.replace(/\btally_error_/i, ""));
    const telling = all.filter((word) => !common.has(word));
    const wanted = telling.length > 0 ? telling : all;
    const whole = all.join(" ");
    const hits = index.map((entry) => ({ entry, ...score(entry, wanted, whole) })).filter((hit) => hit.found > 0);
    const most = hits.reduce((most, hit) => Math.max(most, hit.found), 0);
    return hits.filter((hit) => hit.found === most).sort((a, b) => b.total - a.total).slice(0, limit)
      .map((hit) => hit.entry);
  }

  function excerpt(entry, wanted) {
    const place = wanted.flatMap((word) => [word, ...others(word)]).map((word) => entry.folded.indexOf(word))
      .find((found) => found >= 0) ?? 0;
    const begin = Math.max(0, place - 40);
    return (begin > 0 ? "…" : "") + entry.text.slice(begin, begin + 130) + (begin + 130 < entry.text.length ? "…" : "");
  }

  return { words, find, excerpt };
};
