// The search: which entries of the index have all words, the best first. Entries are [title, place, kind, text].
"use strict";

window.makeSearch = function (entries) {
  const limit = 20;
  const preferred = { Concepts: 4, Tutorial: 4, "How to": 3, Function: 2 }; // Of pages that fit equally well.
  const fold = (text) => text.toLowerCase().replace(/_/g, " ");
  const words = (text) => fold(text).split(/\s+/).filter(Boolean);
  const index = entries.map(([title, place, kind, text]) =>
    ({ title, place, kind, text, foldedTitle: fold(title), folded: fold(text) }));

  // 0: a word is missing. A word in the title counts more than in the text, and at the beginning of a word more still.
  function score(entry, wanted, whole) {
    let total = 0;
    for (const word of wanted) {
      const inTitle = entry.foldedTitle.indexOf(word);
      const inText = entry.folded.indexOf(word);
      if (inTitle < 0 && inText < 0) return 0;
      const begins = inTitle === 0 || entry.foldedTitle[inTitle - 1] === " ";
      total += inTitle >= 0 ? (begins ? 30 : 10) : 1;
      if (inText >= 0) total += 2 - Math.min(1, inText / 2000);
    }
    if (entry.foldedTitle === whole || entry.foldedTitle === "tally " + whole) total += 100;
    if (entry.foldedTitle.includes(whole)) total += 20;
    if (!entry.place.includes("#")) total += 8;
    total += preferred[entry.kind] || 0;
    return total - Math.min(5, entry.title.length / 40);
  }

  function find(text) {
    const wanted = words(text);
    const whole = wanted.join(" ");
    if (wanted.length === 0) return [];
    return index.map((entry) => ({ entry, points: score(entry, wanted, whole) }))
      .filter((hit) => hit.points > 0).sort((a, b) => b.points - a.points).slice(0, limit).map((hit) => hit.entry);
  }

  function excerpt(entry, wanted) {
    const place = wanted.map((word) => entry.folded.indexOf(word)).find((found) => found >= 0) ?? 0;
    const begin = Math.max(0, place - 40);
    return (begin > 0 ? "…" : "") + entry.text.slice(begin, begin + 130) + (begin + 130 < entry.text.length ? "…" : "");
  }

  return { words, find, excerpt };
};
