// The log: live, filtered, with the detail of one exchange.

import { bars } from "./charts.js";
import { button, call, copy, element, row, run, say, text, thinned, values } from "./page.js";

const shown = 200;
let exchanges = [];
// The rows of these exchanges by id. A row stays the same element, so that it can be clicked, focused and selected while others arrive.
let rows = new Map();
let filter = {};
let selected;
let total = 0;
let lastID;
// The number of exchanges that have arrived since the page was opened.
let arrived = 0;
let isPaused = false;
let isPressed = false;

export function open() {
  const events = new EventSource("/lab/api/events");
  events.onmessage = ({ data }) => add(JSON.parse(data));
  events.onerror = () => say(text("실시간 연결이 끊겼습니다. 다시 연결하는 중입니다.", "The live connection broke. Reconnecting."), true);
  // The server may be another one now, whose ids begin at 1 again.
  events.onopen = () => {
    [lastID, selected, rows] = [undefined, undefined, new Map()];
    element("detail").hidden = true;
    say(text("실시간으로 보고 있습니다.", "Live."));
    dispatchEvent(new Event("live"));
  };
  element("filter").addEventListener("submit", run(async () => {
    filter = values(element("filter"));
    element("har").href = `/lab/api/har${query(filter)}`;
    await load();
  }));
  element("clear").addEventListener("click", run(async () => {
    await call("DELETE", "/exchanges");
    element("detail").hidden = true;
    exchanges = [];
    await load();
  }));
  element("pause").addEventListener("click", run(async () => {
    isPaused = !isPaused;
    element("pause").setAttribute("aria-pressed", isPaused);
    if (!isPaused) await load();
  }));
  element("exchanges").addEventListener("pointerdown", () => { isPressed = true; });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      if (!isPressed) return;
      isPressed = false;
      drawSoon();
    });
  }
  element("copy-curl").addEventListener("click", run(() => copy("detail-curl")));
  element("again").addEventListener("click", run(async () => show(await call("POST", `/exchanges/${selected}/again`))));
  element("expire-token").addEventListener("click", run(async () => {
    await call("POST", `/exchanges/${selected}/expire-token`);
    say(text("이 요청의 토큰은 이제 만료된 것으로 거절됩니다.", "The token of this request is now rejected as expired."));
  }));
  element("fail-next").addEventListener("submit", run(async () => {
    const { fault } = values(element("fail-next"));
    await call("POST", `/exchanges/${selected}/fail-next`, JSON.parse(fault));
    say(text("이런 요청이 다음에 오면 실패합니다.", "The next request like this will fail."));
  }));
}

const query = (items) => {
  const encoded = new URLSearchParams(items).toString();
  return encoded ? `?${encoded}` : "";
};

const isFiltered = () => Object.keys(filter).length > 0;

export async function load() {
  const before = arrived;
  const list = await call("GET", `/exchanges${query({ ...filter, limit: shown })}`);
  // The exchanges that arrived during the request.
  const newest = list.exchanges[0]?.id ?? 0;
  const newer = isFiltered() ? [] : exchanges.slice(0, arrived - before).filter(({ id }) => id > newest);
  exchanges = [...newer, ...list.exchanges].slice(0, shown);
  total = list.total + newer.length;
  if (!isFiltered()) lastID = exchanges[0]?.id ?? lastID;
  draw();
}

// What is drawn is thinned. What is counted is not: with a filter, the server counts.
// A slow page misses events, but the ids have no gaps.
function add(exchange) {
  if (exchange.id <= lastID) return;
  if (!isFiltered()) {
    exchanges.unshift(exchange);
    exchanges.length = Math.min(exchanges.length, shown);
    total += exchange.id - (lastID ?? exchange.id - 1);
    arrived += 1;
  }
  lastID = exchange.id;
  drawSoon();
}

const drawSoon = thinned(() => {
  if (isPaused || isPressed) drawCount();
  else if (isFiltered()) load().catch(() => {});
  else draw();
});

function drawCount() {
  const number = total.toLocaleString(document.documentElement.lang);
  element("count").textContent = text(`${number}개`, `${number} exchanges`) + (isPaused ? text(" (멈춤)", " (paused)") : "");
}

function draw() {
  drawCount();
  const body = element("exchanges").tBodies[0];
  rows = new Map(exchanges.map((exchange) => [exchange.id, rows.get(exchange.id) ?? rowOf(exchange)]));
  const wanted = [...rows.values()];
  const kept = new Set(wanted);
  for (const old of [...body.rows]) if (!kept.has(old)) old.remove();
  wanted.forEach((made, index) => { if (body.rows[index] !== made) body.insertBefore(made, body.rows[index] ?? null); });
  mark();
  bars("latency", exchanges.map((exchange) => ({ value: exchange.milliseconds, isBad: !exchange.status || exchange.status >= 400 })).reverse());
  const limits = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, Infinity];
  const counts = limits.map((limit, index) => exchanges.filter(({ milliseconds }) => milliseconds <= limit && milliseconds > (limits[index - 1] ?? -1)).length);
  bars("histogram", counts.map((value) => ({ value })), counts.map((count, index) => (count ? `≤${limits[index]} ms: ${count}` : "")).filter(Boolean).join(", "));
}

function rowOf(exchange) {
  const number = button(String(exchange.id), text(`${exchange.id}번 자세히`, `Details of ${exchange.id}`), () => select(exchange.id));
  const status = exchange.status ? [String(exchange.status), exchange.status < 400 ? "good" : "bad"] : [text("없음", "none"), "bad"];
  const name = exchange.endpoint ? `${exchange.endpoint} ` : "";
  return row([
    number, status, exchange.milliseconds.toFixed(1), [`${name}${exchange.method} ${readable(exchange.target)}`, "wide"],
    exchange.caller, exchange.faults.join(" ") + (exchange.attempt > 1 ? ` ×${exchange.attempt}` : ""),
  ]);
}

/** Marks the row whose detail is shown. */
function mark() {
  for (const [id, made] of rows) {
    if (id === selected) made.setAttribute("aria-current", "true"); else made.removeAttribute("aria-current");
  }
}

function readable(target) {
  try { return decodeURIComponent(target); } catch { return target; }
}

async function select(id) {
  show(await call("GET", `/exchanges/${id}`));
}

function show(detail) {
  selected = detail.exchange.id;
  element("detail").hidden = false;
  element("detail-title").textContent = `${selected} ${detail.exchange.endpoint ?? ""} ${detail.exchange.status ?? ""}`;
  const { sentTimes, appliedTimes } = detail;
  element("detail-key").textContent = sentTimes === undefined ? "" : text(
    `보낸 횟수 ${sentTimes}, 적용된 횟수 ${appliedTimes}`, `sent ${sentTimes}, applied ${appliedTimes}`);
  element("detail-request").textContent = `${detail.exchange.method} ${detail.exchange.target}\n${message(detail.request)}`;
  element("detail-response").textContent = detail.response ? message(detail.response) : text("응답을 보내지 않았습니다.", "No response was sent.");
  element("detail-curl").textContent = detail.curl;
  mark();
  element("detail").focus();
}

function message({ headers, body, comment }) {
  let shown = body ?? comment ?? "";
  try { shown = JSON.stringify(JSON.parse(body), null, 2); } catch { /* not JSON */ }
  return `${headers.map(({ name, value }) => `${name}: ${value}`).join("\n")}\n\n${shown}`;
}
