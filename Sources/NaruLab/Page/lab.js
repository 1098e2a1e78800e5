// The page of the lab: one view at a time, chosen by the part after “#” in the address.

import * as explorer from "./explorer.js";
import * as faults from "./faults.js";
import * as log from "./log.js";
import { element, say } from "./page.js";
import * as people from "./people.js";
import * as state from "./state.js";

const views = ["log", "faults", "state", "people", "explorer", "releases"];
const refresh = { log: log.draw, faults: faults.load, state: state.load, people: people.load, releases: state.loadReleases };

function show(isFirst) {
  const [wanted, query] = location.hash.slice(1).split("?");
  const view = views.includes(wanted) ? wanted : "log";
  for (const name of views) element(name).hidden = name !== view;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash.split("?")[0] === `#${view}`) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
  if (view === "log") log.find(new URLSearchParams(query).get("q") ?? "").catch(() => {});
  if (!isFirst) {
    // A sentence about one view means nothing in another.
    say("");
    Promise.resolve(refresh[view]?.()).catch(() => {});
    scrollTo(0, 0);
  }
}

addEventListener("hashchange", () => show(false));
// At the start, and again when the server is back.
addEventListener("live", () => {
  for (const load of [log.load, faults.load, state.load, people.load, state.loadReleases]) load().catch(() => {});
});
for (const [id, value] of [["agree", "agree"], ["disagree", ""]]) element(id).addEventListener("click", () => element("question").close(value));
show(true);
explorer.open().catch(() => {});
for (const view of [log, faults, state, people]) view.open();
setInterval(state.tick, 1000);
setInterval(() => faults.loadHeld().catch(() => {}), 1000);
