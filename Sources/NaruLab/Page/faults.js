// The rules for faults, and the calls that they hold.

import { ask, button, call, element, fill, pretty, row, run, say, text, values } from "./page.js";

export function open() {
  const form = element("rule");
  form.elements.kind.addEventListener("change", showFields);
  showFields();
  element("rule").addEventListener("submit", run(async () => {
    await call("POST", "/faults", rule(values(element("rule"))));
    say(text("규칙을 추가했습니다.", "Added the rule."));
    await load();
  }));
  element("offline").addEventListener("click", run(async () => {
    await call("POST", "/faults", { fault: { kind: "closesImmediately" } });
    say(text("이제 모든 연결이 끊깁니다.", "Every connection is now closed at once."));
    await load();
  }));
  element("no-faults").addEventListener("click", run(async () => {
    if (!await ask(text("모든 규칙을 삭제할까요?", "Remove all rules?"), text("삭제", "Remove"))) return;
    await call("PUT", "/faults", { seed: 0, rules: [] });
    say(text("모든 규칙을 삭제했습니다.", "Removed all rules."));
    await load();
  }));
}

/** Shows the fields of the chosen fault. Those of the others are not sent. */
function showFields() {
  const form = element("rule");
  for (const label of form.querySelectorAll("[data-for]")) {
    label.hidden = label.dataset.for !== form.elements.kind.value;
    label.querySelector("input").disabled = label.hidden;
  }
}

function rule({ kind, endpoint, caller, calls, share, ...numbers }) {
  const fault = { kind };
  for (const [name, value] of Object.entries(numbers)) fault[name] = Number(value);
  return { fault, endpoint, caller, calls: calls?.split(",").map(Number), share: share === undefined ? undefined : Number(share) };
}

export async function load() {
  const { rules } = await call("GET", "/faults");
  const all = text("모두", "all");
  fill("rules", rules.map(({ id, fault, endpoint, caller, calls, share }) => {
    const { kind, ...more } = fault;
    const facts = Object.entries(more).filter(([, value]) => value !== null).map(([name, value]) => `${name} ${value}`).join(", ");
    const remove = button("×", text(`${id}번 규칙 삭제`, `Remove rule ${id}`), async () => {
      if (!await ask(text(`${id}번 규칙(${kind})을 삭제할까요?`, `Remove rule ${id} (${kind})?`), text("삭제", "Remove"))) return;
      await call("DELETE", `/faults/${id}`);
      await load();
      element("no-faults").focus();
    });
    return row([String(id), facts ? `${kind} (${facts})` : kind, endpoint ?? all, caller ?? all, calls?.join(", ") ?? all, share?.toString() ?? all, remove]);
  }));
}

// The forms of the held calls by id. A form stays the same element, so that nothing that is being typed is lost.
const forms = new Map();

/** Shows the calls that rules hold now. */
export async function loadHeld() {
  if (document.hidden) return;
  // The log says if the server can't be reached.
  const response = await fetch("/lab/api/held");
  const held = response.ok ? await response.json() : [];
  const ids = new Set(held.map(({ exchange }) => exchange.id));
  for (const [id, form] of forms) if (!ids.has(id)) { form.remove(); forms.delete(id); }
  for (const one of held.filter(({ exchange }) => !forms.has(exchange.id))) {
    forms.set(one.exchange.id, formOf(one));
    element("held").append(forms.get(one.exchange.id));
    say(text("호출이 멈춰 있습니다. “요청”에서 계속하거나 실패시키세요.", "A call is held. Let it continue or fail in the log."));
  }
}

function formOf({ exchange: { id, method, target, endpoint, caller, status }, request, response }) {
  const form = element("held-call").content.firstElementChild.cloneNode(true);
  const { status: code, body: content, fault } = form.elements;
  const part = response ? text("응답", "Response") : text("요청", "Request");
  form.querySelector("b").textContent = [part, method, target, endpoint, caller].filter(Boolean).join(" · ");
  form.setAttribute("aria-label", form.querySelector("b").textContent);
  const { body } = response ?? request;
  const shown = body?.includes("redacted") ? body : pretty(body ?? "");
  [code.value, content.value] = [status ?? "", shown];
  [code.disabled, content.disabled] = [!response, body == null];
  for (const field of [code, content]) field.parentElement.hidden = field.disabled;
  for (const option of fault.querySelectorAll("[value*=holds]")) option.remove();
  form.addEventListener("submit", run(async ({ submitter }) => {
    await call("POST", `/held/${id}`, {
      status: response ? Number(code.value) : undefined, body: content.value === shown ? undefined : content.value,
      fault: submitter.value ? JSON.parse(fault.value) : undefined,
    });
    await loadHeld();
    (forms.values().next().value?.querySelector("button") ?? element("list")).focus();
    say(submitter.value ? text("호출을 실패시켰습니다.", "The call fails.") : text("호출이 계속됩니다.", "The call continues."));
  }));
  return form;
}
