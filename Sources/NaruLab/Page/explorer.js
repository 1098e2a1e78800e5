// The explorer: a form for each endpoint, the call as Swift and curl, and the response.

import { fieldsOf } from "./fields.js";
import { call, copy, element, run, say, text, values } from "./page.js";
import { curl, requestOf, swift } from "./request.js";

let endpoints = [];
let fields = [];

export async function open() {
  endpoints = await call("GET", "/endpoints");
  const choice = element("choose").elements.endpoint;
  choice.replaceChildren(...endpoints.map(({ id }) => new Option(id, id)));
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

/** Makes a token, which all later calls send. */
export async function actAs(name) {
  element("choose").elements.token.value = (await call("POST", "/people", { name })).accessToken;
  showCall();
  say(text(`이제 ${name} 사용자로 호출합니다.`, `Calls are now made as ${name}.`));
}

const current = () => endpoints.find(({ id }) => id === element("choose").elements.endpoint.value);

function show() {
  const endpoint = current();
  if (!endpoint) return;
  element("summary").textContent = `${endpoint.method} ${endpoint.path} — ${endpoint.summary} (${endpoint.auth})`;
  fields = fieldsOf(endpoint);
  element("parameters").replaceChildren(...fields.map(({ label }) => label));
  element("answer").textContent = "";
  showCall();
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
  try {
    const response = await fetch(address, { method, headers, body: form ?? sent });
    const body = await response.text();
    let shown = body;
    try { shown = JSON.stringify(JSON.parse(body), null, 2); } catch { /* not JSON */ }
    element("answer").textContent = `${response.status} ${response.statusText}\n\n${shown}`;
    say(text(`응답: ${response.status}`, `Response: ${response.status}`), !response.ok);
  } catch {
    element("answer").textContent = text("응답이 없습니다.", "No response.");
    say(text("응답이 없습니다.", "No response."), true);
  } finally {
    for (const cookie of cookies) document.cookie = `${cookie.split("=")[0]}=; path=/; max-age=0`;
  }
}
