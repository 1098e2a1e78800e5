// The fields of a form that is made from the description of an endpoint. They are checked in place, before a server does it.

import { pretty, text } from "./page.js";

/** The values of a field that is filled in: texts, or files. */
export function entries({ description: { type, isList }, control }) {
  if (type === "file") return [...control.files];
  const values = isList ? control.value.split("\n") : [control.value];
  return values.filter((value) => value.trim() !== "");
}

/**
 * Makes the fields of an endpoint.
 *
 * @returns a list of `{ description, parameter, control, label }`: a field of an object has the description of the field and the parameter
 *   that it belongs to; a credential has no parameter.
 */
export function fieldsOf({ credentials, parameters }) {
  const keys = credentials.filter(({ kind }) => kind !== "bearer").map(({ kind, name }) => field({
    name: name ?? text("사용자:암호", "user:password"), location: kind, type: "string", isOptional: true, limits: {}, example: "", isSecret: true,
  }));
  const values = parameters.filter(({ type }) => type !== "link").flatMap((parameter) => (parameter.fields ?? [parameter])
    .map((description) => field({ ...description, location: parameter.location }, parameter)));
  return [...keys, ...values];
}

function field(description, parameter) {
  const { name, location, type, isList, isOptional, isSecret, values } = description;
  const example = type === "json" ? pretty(description.example) : description.example;
  const label = document.createElement("label");
  const facts = [location, isOptional && text("선택", "optional"), isList && text("한 줄에 하나", "one a line"), allowed(description)];
  label.textContent = `${name} (${facts.filter(Boolean).join(", ")})`;
  const choices = isList ? undefined : type === "boolean" ? ["true", "false"] : values;
  const control = document.createElement(choices ? "select" : isList || type === "json" ? "textarea" : "input");
  const problem = document.createElement("small");
  problem.className = "bad";
  problem.id = `problem-${location}-${name}`;
  if (choices) control.append(...(isOptional ? [new Option("", "")] : []), ...choices.map((value) => new Option(value, value)));
  else if (type === "file") control.type = "file";
  else if (isOptional) control.placeholder = example;
  else control.value = example;
  if (isSecret) control.type = "password";
  if (isList) { control.rows = 2; control.className = "short"; }
  Object.assign(control, { name, required: !isOptional, autocomplete: "off" });
  control.setAttribute("aria-describedby", problem.id);
  const made = { description, parameter, control, label };
  const check = () => {
    problem.textContent = problemOf(made);
    control.setCustomValidity(problem.textContent);
    control.setAttribute("aria-invalid", problem.textContent !== "");
  };
  control.addEventListener("input", check);
  check();
  label.append(control, problem);
  return made;
}

const range = (least, most) => (least === most ? `${least}` : most == null ? `≥ ${least}` : least == null ? `≤ ${most}` : `${least}–${most}`);
const has = (...bounds) => bounds.some((bound) => bound != null);

/** Says in a few signs which values are allowed: `1–100`, `≤ 40 characters`. */
function allowed({ limits: { min, max, minLength, maxLength, minItems, maxItems, pattern, format } }) {
  return [
    has(min, max) && range(min, max),
    has(minLength, maxLength) && text(`${range(minLength, maxLength)}자`, `${range(minLength, maxLength)} characters`),
    has(minItems, maxItems) && text(`${range(minItems, maxItems)}개`, `${range(minItems, maxItems)} values`),
    pattern && `/${pattern}/`, format,
  ].filter(Boolean).join(", ");
}

const formats = {
  email: /^[^\s@]+@[^\s@]+$/, date: /^\d{4}-\d\d-\d\d$/, uri: /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/, uuid: /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
};

/** The sentence about the first value that is not allowed, or an empty text. */
function problemOf(field) {
  const { type, limits } = field.description;
  const values = entries(field);
  if (values.length === 0 || type === "file") return "";
  for (const value of values) {
    if (type === "json") {
      try { JSON.parse(value); } catch (error) { return text(`JSON이 아닙니다: ${error.message}`, `Not JSON: ${error.message}`); }
    } else if (type === "pairs") {
      if (!value.includes("=")) return text(`이름=값이 아닙니다: ${value}`, `Not key=value: ${value}`);
    } else if (type === "integer" ? !/^-?\d+$/.test(value) : type === "number" && !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)) {
      return text(`수가 아닙니다: ${value}`, `Not a number: ${value}`);
    }
  }
  const isWithin = (number, least, most) => number >= (least ?? -Infinity) && number <= (most ?? Infinity);
  // As the server counts: a family emoji is one character.
  const length = (value) => [...new Intl.Segmenter().segment(value)].length;
  const isFine = isWithin(values.length, limits.minItems, limits.maxItems) && values.every((value) => type === "json" || (
    (!has(limits.min, limits.max) || isWithin(Number(value), limits.min, limits.max))
    && (!has(limits.minLength, limits.maxLength) || isWithin(length(value), limits.minLength, limits.maxLength))
    && (!limits.pattern || matches(value, limits.pattern)) && (formats[limits.format]?.test(value) ?? true)));
  return isFine ? "" : text(`허용되는 값: ${allowed(field.description)}`, `Allowed: ${allowed(field.description)}`);
}

// The server checks a pattern that only Swift can read.
function matches(value, pattern) {
  try { return new RegExp(pattern, "u").test(value); } catch { return true; }
}
