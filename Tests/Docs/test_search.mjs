// What the search of the site finds first: node Tests/Docs/test_search.mjs build/site

import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

const folder = process.argv[2];
const window = {};
for (const name of ["search-index.js", "search.js"]) {
  runInNewContext(readFileSync(`${folder}/${name}`, "utf8"), { window });
}
const search = window.makeSearch(window.searchIndex);

const cases = [
  ["tally_badge_set", "reference/c/tally_badge_set.html"],
  ["badge set", "reference/c/tally_badge_set.html"],
  ["BADGE_CLEAR_TREE", "reference/c/tally_badge_clear_tree.html"],
  ["tally_message_options", "reference/c/tally_message_options.html"],
  ["aggregation", "concepts/aggregation.html"],
  ["durability", "concepts/durability.html"],
  ["wire format", "wire-format.html"],
];
let failed = 0;
for (const [text, wanted] of cases) {
  const [first] = search.find(text);
  if (first?.place !== wanted) {
    console.error(`"${text}" finds ${first?.place} first, not ${wanted}`);
    failed += 1;
  }
}
// Words that the pages do not have, or not together, find the pages about the same.
const anywhere = [
  ["delete account", "reference/c/tally_account_remove.html"],
  ["deleting accounts", "reference/c/tally_account_remove.html"],
  ["account zzyzx remove", "reference/c/tally_account_remove.html"],
  ["TALLY_ERROR_NOT_A_STORE", "howto/damaged-file.html"],
];
for (const [text, wanted] of anywhere) {
  if (!search.find(text).some((hit) => hit.place === wanted)) {
    console.error(`"${text}" does not find ${wanted}`);
    failed += 1;
  }
}
for (const [text, wanted] of [["thread safety", /thread/i], ["thread-safety", /thread/i], ["unread", /unread/i],
  ["offline", /offline|outbox|network/i], ["multi-process", /process/i], ["encryption", /tls|https|encryption/i], ["redis", /\bredis\b/i],
  ["comparison with alternatives", /instead/i], ["not a store", /not.a.store/i]]) {
  const [first] = search.find(text);
  if (!first || !wanted.test(first.title + first.text)) {
    console.error(`"${text}" finds ${first?.place ?? "nothing"} first`);
    failed += 1;
  }
}
for (const nothing of ["", "  ", "zzyzx"]) {
  if (search.find(nothing).length > 0) {
    console.error(`"${nothing}" finds something`);
    failed += 1;
  }
}
const [badge] = search.find("propagates ancestors");
if (badge && !search.excerpt(badge, search.words("ancestors")).includes("ancestor")) {
  console.error("an excerpt does not show the word");
  failed += 1;
}
console.log(`${cases.length + anywhere.length + 6} searches: ${failed ? `${failed} failed` : "no problem"}`);
process.exit(failed ? 1 : 0);
