// The request of a filled form, as it is sent, and as Swift and curl.

import { entries } from "./fields.js";

/** A value in JSON, as it was typed, so that a long number keeps its digits. */
const json = ({ type }, value) => (type === "string" ? JSON.stringify(value) : value);

/** The JSON of a parameter, from its field or its fields. `undefined` if nothing is filled in. */
function jsonOf(parameter, fields) {
  const texts = fields.map((field) => {
    const values = entries(field).map((value) => json(field.description, value));
    return field.description.isList ? values.length > 0 && `[${values.join(", ")}]` : values[0];
  });
  if (!parameter.fields) return texts[0] || undefined;
  const pairs = fields.map(({ description: { name } }, index) => texts[index] && `  ${JSON.stringify(name)}: ${texts[index]}`).filter(Boolean);
  return pairs.length > 0 || !parameter.isOptional ? `{\n${pairs.join(",\n")}\n}` : undefined;
}

/** The keys and values of a dictionary, each of which is an item. */
const pairs = (values) => values.map((value) => [value.slice(0, value.indexOf("=")), value.slice(value.indexOf("=") + 1)]);

const fieldsOf = (parameter, fields) => fields.filter((field) => field.parameter === parameter);

/**
 * Returns the request of an endpoint.
 *
 * @param token the bearer token, or an empty text.
 * @param secret makes what is written for a secret from its value and its name.
 * @returns `{ method, address, headers, body, parts, cookies }`; a part is `{ name, value, type }`.
 */
export function requestOf(endpoint, fields, token, headers, secret = (value) => value) {
  const request = { method: endpoint.method, headers: { ...headers }, cookies: [] };
  const query = [];
  let path = endpoint.path.split("?")[0];
  if (token && endpoint.credentials.some(({ kind }) => kind === "bearer")) request.headers.Authorization = `Bearer ${secret(token, "TOKEN")}`;
  for (const field of fields) {
    const { name, location, type, separator } = field.description;
    const values = entries(field);
    if (values.length === 0) continue;
    const items = type === "pairs" ? pairs(values) : (separator ? [values.join(separator)] : values).map((value) => [name, value]);
    const hidden = () => secret(values[0], name.toUpperCase().replace(/\W/g, "_"));
    if (location === "basic") request.headers.Authorization = `Basic ${secret(btoa(String.fromCharCode(...new TextEncoder().encode(values[0]))), "CREDENTIALS")}`;
    else if (location === "cookie") request.cookies.push(`${name}=${field.parameter ? encodeURIComponent(values[0]) : hidden()}`);
    else if (!field.parameter) { if (location === "query") query.push([name, hidden()]); else request.headers[name] = hidden(); }
    // The explorer calls this server only.
    else if (field.parameter.swiftType === "LinkURL") { const link = new URL(values[0], window.location.origin); path = link.pathname; query.push(...link.searchParams); }
    else if (location === "path") path = path.replace(`{${name}}`, () => encodeURIComponent(values[0])).replace(`{${name}...}`, () => values[0].split("/").map(encodeURIComponent).join("/"));
    else if (location === "query") query.push(...items);
    else if (location === "header") request.headers[name] = values.join(", ");
    else if (location === "form") { request.body ??= new URLSearchParams(); for (const item of items) request.body.append(...item); }
    else if (location === "part") (request.parts ??= []).push(...values.map((value) => ({ name, value, type: type === "json" ? "application/json" : value.type })));
  }
  const body = endpoint.parameters.find(({ location }) => location === "body");
  if (body?.type === "file") {
    [request.body] = fieldsOf(body, fields).flatMap(entries);
    if (request.body) request.headers["Content-Type"] = request.body.type || "application/octet-stream";
  } else if (body) {
    request.body = jsonOf(body, fieldsOf(body, fields));
    if (request.body !== undefined) request.headers["Content-Type"] = "application/json";
  }
  request.address = path + (query.length ? `?${query.map((item) => item.map(encodeURIComponent).join("=")).join("&")}` : "");
  return request;
}

/** Returns the request as a command. Secrets are shell variables, as in the log. */
export function curl(endpoint, fields, token, headers) {
  // Private characters are not encoded like others, and no secret has them.
  const { method, address, headers: sent, body, parts, cookies } = requestOf(endpoint, fields, token, headers, (_, name) => `\uE000${name}\uE001`);
  const quoted = (word) => `'${word.replaceAll("'", `'\\''`).replace(/(?:\uE000|%EE%80%80)(\w+)(?:\uE001|%EE%80%81)/g, `'"$$$1"'`)}'`;
  const lines = [`curl --globoff -X ${method} ${quoted(location.origin + address)}`];
  for (const [name, value] of Object.entries(sent)) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (cookies.length) lines.push(`-b ${quoted(cookies.join("; "))}`);
  for (const { name, value, type } of parts ?? []) {
    lines.push(value instanceof File ? `-F ${quoted(`${name}=@${value.name};type=${type || "application/octet-stream"}`)}`
      : type ? `-F ${quoted(`${name}=${value};type=${type}`)}` : `--form-string ${quoted(`${name}=${value}`)}`);
  }
  if (body instanceof File) lines.push(`--data-binary ${quoted(`@${body.name}`)}`);
  else if (body instanceof URLSearchParams) lines.push(`--data-raw ${quoted(`${body}`)}`);
  else if (body !== undefined) lines.push(`--data-raw ${quoted(body)}`);
  return lines.join(" \\\n  ");
}

/** Returns the call in Swift. The closure of an endpoint has no labels, which may differ from the names on the wire. */
export function swift(endpoint, fields) {
  const [contract, name] = endpoint.id.split(".");
  const values = endpoint.parameters.map((parameter) => expression(parameter, fieldsOf(parameter, fields)));
  const call = `try await ${contract}.live(client).${name}(${values.join(", ")})`;
  return values.some((value) => value.includes("json.decode(")) ? `let json = ${contract}.Endpoints.${name}.format.json\n${call}` : call;
}

function expression(parameter, fields) {
  const { type, isList, swiftType } = parameter;
  const values = fields.flatMap(entries);
  if (values.length === 0 && (parameter.isOptional || fields.length === 0)) return "nil";
  const list = (texts) => (isList ? `[${texts.join(", ")}]` : texts[0]);
  if (type === "file") {
    return values.length === 0 && !isList ? "Blob(Data())" : list(values.map((file) => `Blob(file: URL(filePath: ${literal(file.name)}), contentType: ${literal(file.type)})`));
  }
  const element = swiftType.replace(/^Array<(.*)>$/, "$1");
  if (type === "pairs") {
    const isList = /, Array</.test(swiftType);
    const written = (value) => (/\bString>+$/.test(swiftType) ? literal(value) : value);
    const groups = new Map();
    for (const [key, value] of pairs(values)) groups.set(key, [...(groups.get(key) ?? []), written(value)]);
    return `[${[...groups].map(([key, group]) => `${literal(key)}: ${isList ? `[${group.join(", ")}]` : group[0]}`).join(", ") || ":"}]`;
  }
  if (swiftType === "LinkURL") return `LinkURL(${list(values.map(literal))})`;
  if (!parameter.fields && ["", "String"].includes(element)) return list(values.map(literal)) ?? '""';
  if (!parameter.fields && /^(U?Int\d*|Double|Float|Decimal|Bool)$/.test(element)) return list(values) ?? "0";
  const content = jsonOf(parameter, fields) ?? "{}";
  let hashes = "#";
  while (content.includes(`"${hashes}`) || content.includes(`\\${hashes}`)) hashes += "#";
  const lines = content.includes("\n") ? `${hashes}"""\n${content}\n"""${hashes}` : `${hashes}"${content}"${hashes}`;
  return `json.decode(${swiftType}.self, from: Data(${lines}.utf8))`;
}

const literal = (value) => `"${value.replace(/["\\]/g, "\\$&").replace(/[\u0000-\u001f]/g, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`)}"`;
