// The queue: the calls that apps keep until they can be sent, joined with the log by the idempotency key.

import { button, call, element, fill, row, text, thinned, timeline } from "./page.js";

const shown = 1000;
const states = {
  queued: text("저장됨", "queued"), waiting: text("기다림", "waiting"), sending: text("보내는 중", "sending"),
  refused: text("거절됨", "refused"), done: text("완료", "done"), discarded: text("버림", "discarded"),
};
// The oldest first.
const entries = new Map();

const id = ({ call: { endpoint, key } }) => `${endpoint} ${key}`;

export async function load() {
  const all = await call("GET", "/queue");
  entries.clear();
  for (const entry of all.reverse()) entries.set(id(entry), entry);
  draw();
}

export function add(entry) {
  entries.set(id(entry), entry);
  if (entries.size > shown) entries.delete(entries.keys().next().value);
  drawSoon();
}

const drawSoon = thinned(draw);

function draw() {
  const focused = document.activeElement?.closest("#queued button")?.value;
  fill("queued", [...entries.values()].reverse().map((entry) => {
    const { state, key, endpoint, method, target, reason } = entry.call;
    const name = states[state];
    const control = button(name, text(`${name}, 이 키의 요청 보기`, `${name}, show the exchanges with this key`), () => showExchanges(key));
    control.value = id(entry);
    return row([
      control, [`${endpoint} ${method} ${target}`, "wide"], [timeline(entry.call, entry.sentTimes, entry.appliedTimes), "wide"],
      [reason ?? "", "wide bad"],
    ]);
  }));
  if (focused) [...element("queued").querySelectorAll("button")].find((other) => other.value === focused)?.focus();
}

function showExchanges(key) {
  const filter = element("filter");
  filter.reset();
  const field = filter.elements.namedItem("key");
  field.value = key;
  filter.requestSubmit();
  addEventListener("hashchange", () => field.focus(), { once: true });
  location.hash = "log";
}
