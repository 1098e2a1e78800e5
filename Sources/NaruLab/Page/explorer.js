// The explorer: a form for each endpoint, the call as Swift and curl, and the response.

import { fieldsOf } from "./fields.js";
import { call, copy, element, pretty, run, say, text, values, write } from "./page.js";
import { curl, requestOf, swift } from "./request.js";

let endpoints = [];
let fields = [];

export async function open() {
  endpoints = await call("GET", "/endpoints");
  const choice = element("choose").elements.endpoint;
  list("");
  element("choose").elements.search.addEventListener("input", ({ target }) => list(target.value));
  element("endpoints").replaceChildren(...endpoints.map(({ id }) => new Option(id, id)));
  element("choose").addEventListener("input", showCall);
  choice.addEventListener("change", show);
  element("choose").addEventListener("submit", (event) => event.preventDefault());
  element("act-as").addEventListener("submit", run(() => actAs(values(element("act-as")).name)));
  element("call").addEventListener("input", showCall);
  element("call").addEventListener("submit", run(send));
  element("copy-swift").addEventListener("click", run(() => copy("swift")));
  element("copy-curl-call").addEventListener("click", run(() => copy("curl")));
  show();
}

/** Makes a token, which all later calls send. Two users can have one name: the id decides. */
export async function actAs(name, id) {
  element("choose").elements.token.value = (await call("POST", "/people", { name, id })).accessToken;
  showCall();
  say(text(`이제 ${name} 사용자로 호출합니다.`, `Calls are now made as ${name}.`));
}

/** Lists the endpoints that contain all words, by contract. */
function list(search) {
  const words = search.toLowerCase().split(/\s+/);
  const found = endpoints.filter(({ id, method, path, summary }) => {
    const content = `${id} ${method} ${path} ${summary}`.toLowerCase();
    return words.every((word) => content.includes(word));
  });
  const choice = element("choose").elements.endpoint;
  const chosen = choice.value;
  const contracts = Map.groupBy ? Map.groupBy(found, ({ id }) => id.split(".")[0]) : new Map([["", found]]);
  choice.replaceChildren(...[...contracts].map(([contract, members]) => {
    const group = document.createElement("optgroup");
    group.label = contract;
    group.append(...members.map(({ id, method, path }) => new Option(`${id.split(".")[1]} · ${method} ${path.split("?")[0]}`, id)));
    return group;
  }));
  choice.value = found.some(({ id }) => id === chosen) ? chosen : found[0]?.id ?? "";
  if (choice.value !== chosen) show();
}

const current = () => endpoints.find(({ id }) => id === element("choose").elements.endpoint.value);

function show() {
  const endpoint = current();
  if (!endpoint) return;
  const token = { none: text("토큰이 필요 없습니다", "no token needed"), optional: text("토큰은 선택", "token optional"), required: text("토큰 필요", "token required") };
  write(element("summary"), `\`${endpoint.method} ${endpoint.path}\` — ${endpoint.summary} (${token[endpoint.auth] ?? endpoint.auth})`);
  const changes = endpoint.changes.length > 0 ? `\n${text("이 읽기를 바꿉니다", "Changes the reads")}: ${endpoint.changes.join(", ")}` : "";
  element("returns").textContent = `${endpoint.status} ${endpoint.returns}${changes}`;
  fields = fieldsOf(endpoint);
  element("parameters").replaceChildren(...fields.map(({ label }) => label));
  element("answer").textContent = "";
  showCall();
  fill(endpoint, fields).catch(() => {});
}

/** Fills the fields with the values of the last such call that succeeded, or placeholders with values that the server has. */
async function fill(endpoint, fields) {
  const { exchanges } = await call("GET", `/exchanges?endpoint=${endpoint.id}&status=2xx&limit=50`);
  const last = exchanges.find((exchange) => exchange.endpoint === endpoint.id);
  if (!last) return fillPlaceholders(endpoint, fields.filter(({ description }) => description.location === "path"));
  const { exchange, request } = await call("GET", `/exchanges/${last.id}`);
  const url = new URL(exchange.target, location.origin);
  const names = [];
  // As the server reads it: of several placeholders in a segment, the first one gets the most.
  const pattern = endpoint.path.split("?")[0].replace(/[.*+^$()|[\]\\]/g, "\\$&").replace(/\{([^}]+?)((?:\\\.){3})?\}/g, (_, name, rest) => {
    names.push(name);
    return rest ? "(.+)" : "([^/]+)";
  });
  const values = url.pathname.match(new RegExp(`${pattern}$`)) ?? [];
  const sent = json(request.body);
  for (const field of fields) {
    const { name, location: place, isList } = field.description;
    if (field.parameter?.swiftType === "LinkURL") continue;
    else if (place === "path") enter(endpoint, field, decodeURIComponent(values[names.indexOf(name) + 1] ?? ""));
    else if (isList) continue;
    else if (place === "query") enter(endpoint, field, url.searchParams.get(name));
    else if (place === "body") enter(endpoint, field, sent?.[name]);
  }
}

/** Calls a `GET` of the contract that needs no placeholder, such as a list, until one has the values for placeholders. */
async function fillPlaceholders(endpoint, fields) {
  const contract = endpoint.id.split(".")[0];
  const token = element("choose").elements.token.value;
  const lists = endpoints.filter(({ id, method, auth, parameters }) => id.split(".")[0] === contract && method === "GET"
    && (token || auth !== "required") && !parameters.some(({ location }) => location === "path"));
  for (const list of fields.length > 0 ? lists : []) {
    const { address, headers } = requestOf(list, fieldsOf(list), token, { Accept: "application/json" });
    const response = await fetch(address, { headers });
    const received = response.ok ? json(await response.text()) : undefined;
    const found = fields.map(({ description: { name } }) => valueIn(received, plain(name)) ?? valueIn(received, "id"));
    if (found.every((value) => value === undefined)) continue;
    fields.forEach((field, index) => enter(endpoint, field, found[index]));
    return;
  }
}

function enter(endpoint, { control }, value) {
  if (value === undefined || value === null || value === "" || value === "redacted" || endpoint !== current()) return;
  control.value = typeof value === "object" ? JSON.stringify(value, null, 2) : value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

const json = (body) => { try { return JSON.parse(body); } catch { return undefined; } };
const plain = (name) => name.toLowerCase().replaceAll("_", "");

/** The first string or number of a name in a response. */
function valueIn(value, wanted) {
  if (typeof value !== "object" || value === null) return undefined;
  const own = Object.entries(value).find(([name, field]) => plain(name) === wanted && ["string", "number"].includes(typeof field));
  return own?.[1] ?? Object.values(value).map((part) => valueIn(part, wanted)).find((found) => found !== undefined);
}

const facts = () => [current(), fields, element("choose").elements.token.value, { "Accept-Language": document.documentElement.lang }];

function showCall() {
  if (!current()) return;
  element("swift").textContent = swift(current(), fields);
  element("curl").textContent = curl(...facts());
}

async function send() {
  const { method, address, headers, body: sent, parts, cookies } = requestOf(...facts());
  const form = parts && new FormData();
  for (const { name, value, type } of parts ?? []) form.append(name, type === "application/json" ? new Blob([value], { type }) : value);
  // A script can't set the header field.
  for (const cookie of cookies) document.cookie = `${cookie}; path=/; SameSite=Strict`;
  const start = performance.now();
  try {
    const response = await fetch(address, { method, headers, body: form ?? sent });
    const body = await response.text();
    const took = `${(performance.now() - start).toFixed(1)} ms`;
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    element("answer").textContent = `${response.status} ${response.statusText} · ${took}\n${lines}\n\n${pretty(body)}`;
    say(text(`응답: ${response.status}`, `Response: ${response.status}`), !response.ok);
  } catch {
    element("answer").textContent = text("응답이 없습니다.", "No response.");
    say(text("응답이 없습니다.", "No response."), true);
  } finally {
    for (const cookie of cookies) document.cookie = `${cookie.split("=")[0]}=; path=/; max-age=0`;
  }
}
