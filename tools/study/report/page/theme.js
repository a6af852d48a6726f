// SPDX-License-Identifier: BSD-3-Clause
//
// Light or dark, and patterns beside colours. Charts ask for colours each time they draw; the style
// sheet has them.

// Viridis in eleven steps (van der Walt and Smith, 2015): even in lightness, also for colour-blind readers.
const viridis = ["#440154", "#482475", "#414487", "#355f8d", "#2a788e", "#21918c", "#22a884", "#44bf70",
  "#7ad151", "#bddf26", "#fde725"];
// Cividis in seven steps (Nunez, Anderton and Renslow, 2018), for what is seen beside viridis.
const cividis = ["#00224e", "#2a3f6d", "#575d6d", "#7d7c78", "#a59c74", "#d2c060", "#fee838"];

const theme = {
  patterns: window.matchMedia("(prefers-contrast: more)").matches,
  listeners: [],

  color(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  },
  series() {
    return [1, 2, 3, 4, 5, 6, 7, 8].map((number) => theme.color(`series-${number}`));
  },
  // For lines on the ground of the page: without the end of viridis that the ground swallows.
  lineColors() {
    return isDark() ? viridis.slice(3) : viridis.slice(0, 9);
  },
  changed() {
    for (const listener of theme.listeners) listener();
  },
};

const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)");
const movesLess = window.matchMedia("(prefers-reduced-motion: reduce)");

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : systemIsDark.matches;
}

function addPageControls() {
  const dark = make("button", {
    type: "button",
    id: "dark",
    onclick: () => {
      document.documentElement.dataset.theme = isDark() ? "light" : "dark";
      dark.setAttribute("aria-pressed", String(isDark()));
      theme.changed();
    },
  }, "Dark");
  const patterns = make("button", {
    type: "button",
    id: "patterns",
    "aria-pressed": String(theme.patterns),
    onclick: () => {
      theme.patterns = !theme.patterns;
      patterns.setAttribute("aria-pressed", String(theme.patterns));
      theme.changed();
    },
  }, "Patterns");
  const show = () => {
    dark.setAttribute("aria-pressed", String(isDark()));
    theme.changed();
  };
  systemIsDark.addEventListener("change", show);
  dark.setAttribute("aria-pressed", String(isDark()));
  document.getElementById("page-controls").append(dark, patterns);
}
