// Tabs, the menu, the theme and the field of the search (search.js finds). Every page can be read without it.
"use strict";

(function () {
  const root = document.documentElement.dataset.root;
  const remembered = (name) => { try { return localStorage.getItem(name); } catch (error) { return null; } };
  const remember = (name, value) => { try { localStorage.setItem(name, value); } catch (error) { /* a file without storage */ } };

  // ---- tabs: the choice of a language holds for all examples

  function choose(language) {
    for (const tabs of document.querySelectorAll(".tabs")) {
      const panels = [...tabs.querySelectorAll(":scope > .panel")];
      const chosen = panels.find((panel) => panel.dataset.name === language) || panels[0];
      panels.forEach((panel) => { panel.hidden = panel !== chosen; });
      for (const button of tabs.querySelectorAll(":scope > .names > button")) {
        button.setAttribute("aria-selected", String(button.textContent === chosen.dataset.name));
        button.tabIndex = button.textContent === chosen.dataset.name ? 0 : -1;
      }
    }
  }

  for (const tabs of document.querySelectorAll(".tabs")) {
    const names = document.createElement("div");
    names.className = "names";
    names.setAttribute("role", "tablist");
    for (const panel of tabs.querySelectorAll(":scope > .panel")) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = panel.dataset.name;
      button.setAttribute("role", "tab");
      panel.setAttribute("role", "tabpanel");
      button.addEventListener("click", () => { remember("language", panel.dataset.name); choose(panel.dataset.name); });
      names.append(button);
    }
    names.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const buttons = [...names.children];
      if (!step) return;
      const next = buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length];
      next.focus();
      next.click();
    });
    tabs.prepend(names);
    tabs.classList.add("works");
  }
  choose(remembered("language"));

  // ---- a button at each block of code

  for (const block of document.querySelectorAll("pre.code")) {
    if (!navigator.clipboard) break;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("code").textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    block.append(button);
  }

  // ---- the menu of narrow windows, and the theme

  const menu = document.querySelector("button.menu");
  menu.addEventListener("click", () => {
    const isOpen = document.body.classList.toggle("menu-open");
    menu.setAttribute("aria-expanded", String(isOpen));
  });
  document.querySelector("button.theme").addEventListener("click", () => {
    const isDark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = isDark ? "light" : "dark";
    remember("theme", document.documentElement.dataset.theme);
  });
  const current = document.querySelector('.navigation [aria-current="page"]');
  if (current) {
    const list = document.querySelector(".navigation");
    list.scrollTop = Math.max(0, current.offsetTop - list.clientHeight / 2);
  }

  // ---- search

  const input = document.getElementById("search");
  const results = document.getElementById("results");
  const search = window.makeSearch(window.searchIndex || []);

  function show(text) {
    const words = search.words(text);
    const hits = search.find(text);
    results.replaceChildren(...hits.map((entry, number) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      const parts = [["strong", entry.title], ["em", entry.kind], ["span", search.excerpt(entry, words)]];
      link.href = root + entry.place;
      link.append(...parts.map(([tag, words]) => Object.assign(document.createElement(tag), { textContent: words })));
      item.id = "result-" + number;
      item.setAttribute("role", "option");
      item.append(link);
      return item;
    }));
    if (words.length > 0 && hits.length === 0) {
      results.append(Object.assign(document.createElement("li"), { className: "none", textContent: "No page has these words." }));
    }
    results.hidden = words.length === 0;
    input.setAttribute("aria-expanded", String(!results.hidden));
    select(hits.length > 0 ? 0 : -1);
  }

  function select(number) {
    [...results.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === number)));
    if (number >= 0) results.children[number].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", number >= 0 ? "result-" + number : "");
  }

  input.addEventListener("input", () => show(input.value));
  input.addEventListener("focus", () => { if (input.value) show(input.value); });
  input.addEventListener("keydown", (event) => {
    const items = [...results.children];
    const selected = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (items.length) select((selected + (event.key === "ArrowDown" ? 1 : -1) + items.length) % items.length);
    } else if (event.key === "Enter" && selected >= 0) {
      const link = items[selected].querySelector("a");
      if (link) { location.href = link.href; results.hidden = true; }
    } else if (event.key === "Escape") {
      results.hidden = true;
      input.blur();
    }
  });
  document.addEventListener("click", (event) => { if (!event.target.closest(".search")) results.hidden = true; });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });
})();
