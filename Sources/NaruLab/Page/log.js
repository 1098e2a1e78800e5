// The log: live, searched, of any length, with the detail of one exchange.

import { bars } from "./charts.js";
import { ask, button, bytes, call, copy, element, pretty, row, run, say, text, thinned, time, values } from "./page.js";

const rowHeight = 34;
// The newest exchanges that match the search, as far as they are loaded. Only the rows on the screen are elements.
let exchanges = [];
let total = 0;
// The parameter of the next page; undefined if all are loaded.
let before;
let search = "";
let lastID = 0;
// The rows by id. A row stays the same element, so that it can be clicked, focused and selected while others arrive.
let rows = new Map();
// How many exchanges arrived since the last drawing.
let arrived = 0;
// The id of the row that the keyboard is at, the exchange whose detail is shown, and the one that others are compared with.
let cursor;
let detail;
let pinned;
let isPaused = false;
let isPressed = false;
let isLoading = false;

export function open() {
  addEventListener("pageshow", connect);
  // A hidden page catches up when it is shown.
  document.addEventListener("visibilitychange", () => { if (!document.hidden) load().catch(() => {}); });
  element("filter").addEventListener("submit", run(async () => {
    await find(values(element("filter")).search ?? "");
    cursor = exchanges[0]?.id;
    draw();
    element("list").focus();
  }));
  const typed = thinned(() => find(values(element("filter")).search ?? "").catch(() => {}));
  element("filter").addEventListener("input", typed);
  element("clear").addEventListener("click", run(async () => {
    if (!await ask(text(`요청 ${total}개를 모두 지울까요?`, `Remove all ${total} exchanges?`), text("비우기", "Clear"))) return;
    await call("DELETE", "/exchanges");
    close();
    await load();
  }));
  element("pause").addEventListener("click", run(async () => {
    isPaused = !isPaused;
    element("pause").setAttribute("aria-pressed", isPaused);
    if (!isPaused) await load();
  }));
  element("list").addEventListener("scroll", () => requestAnimationFrame(drawRows));
  addEventListener("resize", () => requestAnimationFrame(drawRows));
  element("exchanges").addEventListener("click", run(async ({ target }) => {
    const id = Number(target.closest("tr[data-id]")?.dataset.id);
    if (id) await select(id);
  }));
  element("exchanges").addEventListener("pointerdown", () => { isPressed = true; });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      if (!isPressed) return;
      isPressed = false;
      drawSoon();
    });
  }
  document.addEventListener("keydown", press);
  openDetail();
}

function openDetail() {
  element("close").addEventListener("click", close);
  element("copy-curl").addEventListener("click", run(() => copy("detail-curl")));
  element("again").addEventListener("click", run(async () => sent(await call("POST", `/exchanges/${detail.exchange.id}/again`))));
  element("edit").addEventListener("click", () => edit(element("edited").hidden));
  element("edited").addEventListener("submit", run(async () => {
    sent(await call("POST", `/exchanges/${detail.exchange.id}/edited`, parsed(values(element("edited")).request)));
  }));
  element("compare").addEventListener("click", () => {
    pinned = pinned ? undefined : detail;
    if (pinned) say(text(`${pinned.exchange.id}번과 비교할 요청을 선택하세요.`, `Choose the exchange to compare with ${pinned.exchange.id}.`));
    show(detail);
  });
  element("expire-token").addEventListener("click", run(async () => {
    await call("POST", `/exchanges/${detail.exchange.id}/expire-token`);
    say(text("이 요청의 토큰은 이제 만료된 것으로 거절됩니다.", "The token of this request is now rejected as expired."));
  }));
  element("fail-next").addEventListener("submit", run(async () => {
    await call("POST", `/exchanges/${detail.exchange.id}/fail-next`, JSON.parse(values(element("fail-next")).fault));
    say(text("이런 요청이 다음에 오면 그렇게 됩니다.", "It happens to the next request like this."));
  }));
}

/** All tabs share one connection. Browsers without shared workers are those of phones. */
function connect() {
  if (!("SharedWorker" in window)) {
    const events = new EventSource("/lab/api/events");
    events.onmessage = ({ data }) => receive(data);
    events.onopen = () => receive("open");
    events.onerror = () => receive("error");
    return;
  }
  const { port } = new SharedWorker("/lab/events.js");
  port.onmessage = ({ data }) => receive(data);
  addEventListener("pagehide", () => port.postMessage("closed"), { once: true });
}

function receive(message) {
  if (message === "open") {
    say(text("실시간으로 보고 있습니다.", "Live."));
    dispatchEvent(new Event("live"));
  } else if (message === "error") {
    say(text("실시간 연결이 끊겼습니다. 다시 연결하는 중입니다.", "The live connection broke. Reconnecting."), true);
  } else if (!document.hidden) {
    add(JSON.parse(message));
  }
}

const query = (items) => `?${new URLSearchParams(Object.entries(items).filter(([, value]) => value !== "" && value !== undefined))}`;

/** Shows what matches a search, which the address then contains. */
export async function find(wanted) {
  element("filter").elements.search.value = wanted;
  if (wanted === search) return;
  search = wanted;
  const address = wanted ? `#log?q=${encodeURIComponent(wanted)}` : "#log";
  document.querySelector("nav a").setAttribute("href", address);
  if (!element("log").hidden) history.replaceState(null, "", address);
  element("har").href = `/lab/api/har${query({ search })}`;
  element("list").scrollTop = 0;
  await load();
}

export async function load() {
  const [known, wanted] = [lastID, search];
  const list = await call("GET", `/exchanges${query({ search, limit: 500 })}`);
  if (wanted !== search) return;
  const newest = list.exchanges[0]?.id ?? 0;
  // The server may be another one now, whose ids begin at 1 again.
  if (!search && newest < known) [lastID, rows] = [newest, new Map()];
  // The exchanges that arrived during the request.
  const newer = search || newest < known ? [] : exchanges.filter(({ id }) => id > Math.max(newest, known));
  exchanges = [...newer, ...list.exchanges];
  [total, before, arrived] = [list.total + newer.length, list.before, 0];
  lastID = Math.max(lastID, newest);
  draw();
}

/** Loads the rest of the list. */
async function loadAll() {
  while (before !== undefined) {
    const known = before;
    await loadMore();
    // Another search has begun, or a page is being loaded already.
    if (before === known) return;
  }
}

async function loadMore() {
  if (isLoading || before === undefined) return;
  isLoading = true;
  const wanted = search;
  try {
    const list = await call("GET", `/exchanges${query({ search, before, limit: 1000 })}`);
    if (wanted !== search) return;
    exchanges.push(...list.exchanges);
    before = list.before;
    if (before === undefined) total = exchanges.length;
  } finally {
    isLoading = false;
  }
  drawRows();
}

// A slow page misses events, but the ids have no gaps.
function add(exchange) {
  if (exchange.id <= lastID) return;
  const isNext = exchange.id === lastID + 1 || total === 0;
  lastID = exchange.id;
  if (search || !isNext) return reload();
  exchanges.unshift(exchange);
  total += 1;
  arrived += 1;
  drawSoon();
}

const drawSoon = thinned(() => (isPaused || isPressed ? drawCount() : draw()));
// With a search, the server finds and counts. At the top only: further down, the rows must not go away.
const reload = thinned(() => { if (!isPaused && !isPressed && element("list").scrollTop === 0) load().catch(() => {}); }, 1000);

function drawCount() {
  const number = total.toLocaleString(document.documentElement.lang);
  const none = search ? text("맞는 요청이 없습니다. 검색어를 지우면 모두 보입니다.", "No exchange matches. Clear the search to see all.")
    : text("아직 요청이 없습니다. 앱이나 API 탐색기에서 호출하면 여기에 나타납니다.", "No exchanges yet. Call this server from an app or from the explorer.");
  element("count").textContent = (total ? text(`${number}개`, total === 1 ? "1 exchange" : `${number} exchanges`) : none)
    + (isPaused ? text(" (멈춤)", " (paused)") : "");
}

export function draw() {
  drawCount();
  drawRows();
  const latest = exchanges.slice(0, 200);
  bars("latency", latest.map(({ id, milliseconds, status, method, target }) => ({
    value: milliseconds, isBad: !status || status >= 400, label: `${id} ${method} ${readable(target)}: ${milliseconds.toFixed(1)} ms`,
  })).reverse(), (top) => `${top.toFixed(top < 10 ? 1 : 0)} ms`);
  const limits = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, Infinity];
  bars("histogram", limits.map((limit, index) => {
    const value = latest.filter(({ milliseconds }) => milliseconds <= limit && milliseconds > (limits[index - 1] ?? -1)).length;
    const name = limit === Infinity ? "> 1000 ms" : `≤ ${limit} ms`;
    return { value, label: `${name}: ${value}` };
  }), (top) => text(`${top}개`, `${top} calls`));
}

function drawRows() {
  const list = element("list");
  if (arrived && list.scrollTop > 0) list.scrollTop += arrived * rowHeight;
  arrived = 0;
  const first = Math.max(0, Math.min(Math.floor(list.scrollTop / rowHeight) - 10, exchanges.length));
  const end = first + Math.ceil(list.clientHeight / rowHeight) + 20;
  const shown = exchanges.slice(first, end);
  rows = new Map(shown.map((exchange) => [exchange.id, rows.get(exchange.id) ?? rowOf(exchange)]));
  const body = element("exchanges").tBodies[0];
  if (body.rows.length < 2) body.append(document.createElement("tr"), document.createElement("tr"));
  const [above, below] = [body.rows[0], body.rows[body.rows.length - 1]];
  for (const space of [above, below]) space.setAttribute("aria-hidden", "true");
  const wanted = [...rows.values()];
  const kept = new Set([above, ...wanted, below]);
  for (const old of [...body.rows]) if (!kept.has(old)) old.remove();
  wanted.forEach((made, index) => { if (body.rows[index + 1] !== made) body.insertBefore(made, body.rows[index + 1]); });
  above.style.height = `${first * rowHeight}px`;
  below.style.height = `${Math.max(0, total - first - shown.length) * rowHeight}px`;
  for (const [id, made] of rows) {
    made.tabIndex = id === cursor ? 0 : -1;
    if (id === detail?.exchange.id) made.setAttribute("aria-current", "true"); else made.removeAttribute("aria-current");
    made.classList.toggle("cursor", id === cursor);
  }
  if (end > exchanges.length) loadMore().catch(() => {});
}

const grade = (status) => (!status || status >= 400 ? "bad" : status < 300 ? "good" : "soft");

function rowOf(exchange) {
  const { id, at, endpoint, method, target, status, milliseconds, received, caller, faults, attempt } = exchange;
  const number = button(String(id), text(`${id}번 자세히`, `Details of ${id}`));
  number.tabIndex = -1;
  const request = document.createElement("span");
  // A narrow list has room for one of them.
  const [name, path] = [document.createElement("b"), document.createElement("span")];
  [name.textContent, path.textContent] = [endpoint ? `${endpoint} ` : "", readable(target)];
  request.append(name, path);
  const made = row([
    number, time(at), method, [status ? String(status) : text("없음", "none"), grade(status)], request, milliseconds.toFixed(1),
    endpoint ? bytes(received) : "", caller, faults.join(" ") + (attempt > 1 ? ` ×${attempt}` : ""),
  ]);
  made.dataset.id = id;
  made.title = `${method} ${readable(target)}`;
  return made;
}

function readable(target) {
  try { return decodeURIComponent(target); } catch { return target; }
}

// The keyboard.

function press(event) {
  const { key, target } = event;
  if (element("log").hidden || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (target.closest("input, textarea, select")) {
    if (key === "Escape") element("list").focus();
    return;
  }
  const isInList = target.closest("#list") || target === document.body;
  if (key === "j" || (key === "ArrowDown" && isInList)) move(1);
  else if (key === "k" || (key === "ArrowUp" && isInList)) move(-1);
  else if (key === "PageDown" && isInList) move(page());
  else if (key === "PageUp" && isInList) move(-page());
  else if (key === "Home" && isInList) move(-Infinity);
  else if (key === "End" && isInList) loadAll().then(() => move(Infinity)).catch(() => {});
  else if (key === "Enter" && cursor && !target.closest("button, a")) select(cursor).catch(() => {});
  else if (key === "Escape") close();
  else if (key === "/") element("filter").elements.search.focus();
  else return;
  event.preventDefault();
}

/** The number of rows on the screen, but for one. */
const page = () => Math.max(1, Math.floor(element("list").clientHeight / rowHeight) - 2);

function move(step) {
  const at = exchanges.findIndex(({ id }) => id === cursor);
  const index = Math.min(Math.max(at + step, 0), exchanges.length - 1);
  if (index < 0) return;
  cursor = exchanges[index].id;
  const list = element("list");
  const top = index * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  if (top + 2 * rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + 2 * rowHeight - list.clientHeight;
  drawRows();
  rows.get(cursor)?.focus({ preventScroll: true });
  if (detail) selectSoon();
}

const selectSoon = thinned(() => select(cursor, false).catch(() => {}));

// The detail.

async function select(id, takesFocus = true) {
  cursor = id;
  show(await call("GET", `/exchanges/${id}`));
  // Beside the list it is in sight already, and below the list the page moves to it.
  const isBeside = element("detail").getBoundingClientRect().top < element("list").getBoundingClientRect().bottom;
  if (takesFocus) element("detail").focus({ preventScroll: isBeside });
}

function close() {
  detail = undefined;
  element("detail").hidden = true;
  drawRows();
  (rows.get(cursor) ?? element("list")).focus({ preventScroll: true });
}

function sent(answer) {
  show(answer);
  const { id, status } = answer.exchange;
  say(text(`${id}번으로 다시 보냈습니다. 상태: ${status ?? "없음"}`, `Sent again as ${id}. Status: ${status ?? "none"}`), !status || status >= 400);
}

function show(next) {
  detail = next;
  const { exchange, request, response, sentTimes, appliedTimes, curl } = detail;
  cursor = exchange.id;
  element("detail").hidden = false;
  element("detail-title").textContent = `${exchange.id} ${exchange.endpoint ?? ""} ${exchange.status ?? ""}`;
  element("detail-facts").textContent = [
    new Date(exchange.at).toLocaleDateString(document.documentElement.lang), time(exchange.at, 3), `${exchange.milliseconds} ms`,
    `↑ ${bytes(exchange.sent)}`, `↓ ${bytes(exchange.received)}`, exchange.caller,
    exchange.release && text(`릴리스 ${exchange.release}`, `release ${exchange.release}`), ...exchange.faults,
  ].filter(Boolean).join(" · ");
  element("detail-key").textContent = sentTimes === undefined ? "" : text(
    `보낸 횟수 ${sentTimes}, 적용된 횟수 ${appliedTimes}`, `sent ${sentTimes}, applied ${appliedTimes}`);
  const other = pinned && pinned.exchange.id !== exchange.id ? pinned : undefined;
  element("compare").setAttribute("aria-pressed", pinned !== undefined);
  element("compare").textContent = pinned ? text(`${pinned.exchange.id}번과 비교 끝내기`, `Stop comparing with ${pinned.exchange.id}`) : text("비교", "Compare");
  compare("detail-request", requestText(exchange, request), other && requestText(other.exchange, other.request));
  compare("detail-response", responseText(response), other && responseText(other.response));
  element("detail-curl").textContent = curl;
  edit(false);
  drawRows();
}

const requestText = (exchange, request) => `${exchange.method} ${exchange.target}\n${message(request)}`;
const responseText = (response) => (response ? message(response) : text("응답을 보내지 않았습니다.", "No response was sent."));

function message({ headers, body, comment }) {
  return `${headers.map(({ name, value }) => `${name}: ${value}`).join("\n")}\n\n${pretty(body ?? comment ?? "")}`;
}

/** Shows lines, and with other lines what was removed from them and added. */
function compare(id, after, before) {
  if (before === undefined) { element(id).textContent = after; return; }
  element(id).replaceChildren(...differences(before.split("\n"), after.split("\n")).map(([sign, line]) => {
    const made = document.createElement(sign === "+" ? "ins" : sign === "-" ? "del" : "span");
    made.textContent = `${sign} ${line}\n`;
    return made;
  }));
}

/** The lines of both texts, in order: those of the longest common subsequence, and the others with their sign. */
function differences(before, after) {
  if (before.length * after.length > 4e6) return [...before.map((line) => ["-", line]), ...after.map((line) => ["+", line])];
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      lengths[i][j] = before[i] === after[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const lines = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) { lines.push([" ", before[i]]); i += 1; j += 1; }
    else if (j === after.length || (i < before.length && lengths[i + 1][j] >= lengths[i][j + 1])) { lines.push(["-", before[i]]); i += 1; }
    else { lines.push(["+", after[j]]); j += 1; }
  }
  return lines;
}

/** Shows or hides the request as text to be changed. A secret that still is "redacted" is sent as it was. */
function edit(isShown) {
  element("edited").hidden = !isShown;
  element("edit").setAttribute("aria-pressed", isShown);
  if (!isShown) return;
  const { exchange, request } = detail;
  // Another request needs a key of its own.
  const key = crypto.randomUUID?.() ?? `lab-${Date.now()}`;
  const fields = request.headers.map(({ name, value }) => `${name}: ${name.toLowerCase() === "idempotency-key" ? key : value}`);
  const body = request.body ?? "";
  element("edited").elements.request.value = `${exchange.method} ${exchange.target}\n${fields.join("\n")}\n\n${body.includes("redacted") ? body : pretty(body)}`;
  element("edited").elements.request.focus();
}

function parsed(raw) {
  const [head, ...rest] = raw.split("\n\n");
  const [start, ...lines] = head.split("\n");
  const [method, target] = start.trim().split(/\s+/);
  const headers = lines.filter((line) => line.includes(":")).map((line) => {
    const colon = line.indexOf(":");
    return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
  });
  return { method, target: target ?? "/", headers, body: rest.join("\n\n") };
}
