// The log: live, filtered, with the detail of one exchange.

import { bars } from "./charts.js";
import { button, call, element, fill, row, run, say, text, thinned, timeline, values } from "./page.js";
import * as queue from "./queue.js";

const shown = 200;
let exchanges = [];
let filter = {};
let selected;
let total = 0;
let lastID;

export async function open() {
  await load();
  const events = new EventSource("/lab/api/events");
  events.onmessage = ({ data }) => {
    const { kind, ...value } = JSON.parse(data);
    if (kind === "exchange") add(value); else queue.add(value);
  };
  events.onerror = () => say(text("실시간 연결이 끊겼습니다. 다시 연결하는 중입니다.", "The live connection broke. Reconnecting."), true);
  events.onopen = () => say(text("실시간으로 보고 있습니다.", "Live."));
  element("filter").addEventListener("submit", run(async () => {
    filter = values(element("filter"));
    element("har").href = `/lab/api/har${query(filter)}`;
    await load();
  }));
  element("clear").addEventListener("click", run(async () => {
    await call("DELETE", "/exchanges");
    element("detail").hidden = true;
    await Promise.all([load(), queue.load()]);
  }));
  element("copy-curl").addEventListener("click", run(copy));
  element("again").addEventListener("click", run(async () => show(await call("POST", `/exchanges/${selected}/again`))));
  element("fail-next").addEventListener("click", run(async () => {
    await call("POST", `/exchanges/${selected}/fail-next`, { kind: "closesAtOnce" });
    say(text("이런 요청이 다음에 오면 연결을 끊습니다.", "The next request like this will be cut off."));
  }));
}

const query = (items) => {
  const encoded = new URLSearchParams(items).toString();
  return encoded ? `?${encoded}` : "";
};

async function load() {
  const list = await call("GET", `/exchanges${query({ ...filter, limit: shown })}`);
  exchanges = list.exchanges;
  total = list.total;
  if (Object.keys(filter).length === 0) lastID = exchanges[0]?.id ?? lastID;
  draw();
}

// What is drawn is thinned. What is counted is not: with a filter, the server counts.
// A slow page misses events, but the ids have no gaps.
function add(exchange) {
  if (exchange.id <= lastID) return;
  if (Object.keys(filter).length === 0) {
    exchanges.unshift(exchange);
    exchanges.length = Math.min(exchanges.length, shown);
    total += exchange.id - (lastID ?? exchange.id - 1);
  }
  lastID = exchange.id;
  drawSoon();
}

const drawSoon = thinned(() => {
  if (Object.keys(filter).length === 0) draw(); else load().catch(() => {});
});

function draw() {
  const focused = document.activeElement?.closest("#exchanges button")?.textContent;
  element("count").textContent = text(`${total.toLocaleString(document.documentElement.lang)}개`, `${total.toLocaleString(document.documentElement.lang)} exchanges`);
  fill("exchanges", exchanges.map((exchange) => {
    const number = button(String(exchange.id), text(`${exchange.id}번 자세히`, `Details of ${exchange.id}`), () => select(exchange.id));
    const status = exchange.status ? [String(exchange.status), exchange.status < 400 ? "good" : "bad"] : [text("없음", "none"), "bad"];
    const name = exchange.endpoint ? `${exchange.endpoint} ` : "";
    const made = row([
      number, status, exchange.milliseconds.toFixed(1), [`${name}${exchange.method} ${readable(exchange.target)}`, "wide"],
      [exchange.caller, exchange.space].filter(Boolean).join(" @ "), exchange.faults.join(" ") + (exchange.attempt > 1 ? ` ×${exchange.attempt}` : ""),
    ]);
    if (exchange.id === selected) made.setAttribute("aria-selected", "true");
    return made;
  }));
  if (focused) [...element("exchanges").querySelectorAll("button")].find((other) => other.textContent === focused)?.focus();
  bars("latency", exchanges.map((exchange) => ({ value: exchange.milliseconds, isBad: !exchange.status || exchange.status >= 400 })).reverse());
  const limits = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, Infinity];
  const counts = limits.map((limit, index) => exchanges.filter(({ milliseconds }) => milliseconds <= limit && milliseconds > (limits[index - 1] ?? -1)).length);
  bars("histogram", counts.map((value) => ({ value })), counts.map((count, index) => (count ? `≤${limits[index]} ms: ${count}` : "")).filter(Boolean).join(", "));
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
  const { queued, sentTimes, appliedTimes } = detail;
  element("detail-key").textContent = queued ? timeline(queued, sentTimes, appliedTimes) : sentTimes === undefined ? "" : text(
    `보낸 횟수 ${sentTimes}, 적용된 횟수 ${appliedTimes}`, `sent ${sentTimes}, applied ${appliedTimes}`);
  element("detail-request").textContent = `${detail.exchange.method} ${detail.exchange.target}\n${message(detail.request)}`;
  element("detail-response").textContent = detail.response ? message(detail.response) : text("응답을 보내지 않았습니다.", "No response was sent.");
  element("detail-curl").textContent = detail.curl;
  draw();
  element("detail").focus();
}

function message({ headers, body, comment }) {
  let shown = body ?? comment ?? "";
  try { shown = JSON.stringify(JSON.parse(body), null, 2); } catch { /* not JSON */ }
  return `${headers.map(({ name, value }) => `${name}: ${value}`).join("\n")}\n\n${shown}`;
}

async function copy() {
  const command = element("detail-curl").textContent;
  try {
    await navigator.clipboard.writeText(command);
    say(text("curl 명령을 복사했습니다.", "Copied the curl command."));
  } catch {
    // Without the permission, the person copies what is selected.
    getSelection().selectAllChildren(element("detail-curl"));
    say(text("명령을 선택했습니다. Ctrl-C로 복사하세요.", "The command is selected. Press Ctrl-C to copy it."));
  }
}
