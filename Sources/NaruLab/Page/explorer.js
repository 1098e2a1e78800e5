// The explorer: a form for each endpoint, made from its description.

import { call, element, run, say, text, values } from "./page.js";

let endpoints = [];

export async function open() {
  endpoints = await call("GET", "/endpoints");
  const choice = element("choose").elements.endpoint;
  choice.replaceChildren(...endpoints.map(({ id }) => new Option(id, id)));
  element("endpoints").replaceChildren(...endpoints.map(({ id }) => new Option(id, id)));
  choice.addEventListener("change", show);
  element("choose").addEventListener("submit", (event) => event.preventDefault());
  element("act-as").addEventListener("submit", run(async () => {
    const { name } = values(element("act-as"));
    element("choose").elements.token.value = (await call("POST", "/people", { name }, inSpace())).accessToken;
    say(text(`이제 ${name}(으)로 부릅니다.`, `Calls are now made as ${name}.`));
  }));
  element("call").addEventListener("input", showSwift);
  element("call").addEventListener("submit", run(send));
  show();
}

function inSpace() {
  const space = element("choose").elements.space.value;
  return space ? { "Naru-Space": space } : {};
}

const current = () => endpoints.find(({ id }) => id === element("choose").elements.endpoint.value);

function show() {
  const endpoint = current();
  if (!endpoint) return;
  element("summary").textContent = `${endpoint.method} ${endpoint.path} — ${endpoint.summary} (${endpoint.auth})`;
  element("parameters").replaceChildren(...endpoint.parameters.map(field));
  element("answer").textContent = "";
  showSwift();
}

function field({ name, location, isOptional, values: allowed, example }) {
  const label = document.createElement("label");
  label.textContent = `${name} (${location}${isOptional ? text(", 없어도 됨", ", optional") : ""})`;
  const input = document.createElement(location === "body" ? "textarea" : allowed ? "select" : "input");
  if (allowed) input.append(...(isOptional ? [new Option("", "")] : []), ...allowed.map((value) => new Option(value, value)));
  else if (!isOptional || location === "body") input.value = example;
  else input.placeholder = example;
  if (location === "body") input.addEventListener("input", () => input.setCustomValidity(problem(input.value)));
  input.name = name;
  input.required = !isOptional;
  input.dataset.location = location;
  label.append(input);
  return label;
}

function problem(json) {
  if (json.trim() === "") return "";
  try { JSON.parse(json); return ""; } catch (error) { return text(`JSON이 아닙니다: ${error.message}`, `Not JSON: ${error.message}`); }
}

const fields = () => [...element("parameters").querySelectorAll("[data-location]")].filter(({ value }) => value !== "");

async function send() {
  const endpoint = current();
  let path = endpoint.path;
  const query = new URLSearchParams();
  const headers = { "Accept-Language": document.documentElement.lang, ...inSpace() };
  let body;
  for (const { name, value, dataset: { location } } of fields()) {
    if (location === "path") path = path.replace(new RegExp(`\\{${name}(\\.\\.\\.)?\\}`), encodeURIComponent(value));
    else if (location === "query") query.append(name, value);
    else if (location === "header") headers[name.replace(/[A-Z]/g, (letter) => `-${letter}`)] = value;
    else if (location === "body") { body = value; headers["Content-Type"] = "application/json"; }
    else { body ??= new URLSearchParams(); body.append(name, value); }
  }
  const token = element("choose").elements.token.value;
  if (token && endpoint.auth !== "none") headers.Authorization = `Bearer ${token}`;
  const address = `${path.split("?")[0]}${query.size ? `?${query}` : ""}`;
  try {
    const response = await fetch(address, { method: endpoint.method, headers, body });
    const answer = await response.text();
    let shown = answer;
    try { shown = JSON.stringify(JSON.parse(answer), null, 2); } catch { /* not JSON */ }
    element("answer").textContent = `${response.status} ${response.statusText}\n\n${shown}`;
    say(text(`응답: ${response.status}`, `Answer: ${response.status}`), !response.ok);
  } catch {
    element("answer").textContent = text("응답이 없습니다.", "No answer.");
    say(text("응답이 없습니다.", "No answer."), true);
  }
}

function showSwift() {
  const endpoint = current();
  const [contract, name] = endpoint.id.split(".");
  const given = fields().map(({ name, value, dataset }) => `${name}: ${dataset.location === "body" ? "…" : JSON.stringify(value)}`);
  element("swift").textContent = `try await ${contract}.live(client).${name}(${given.join(", ")})`;
}
