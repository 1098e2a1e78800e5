// The rules for faults.

import { ask, button, call, element, fill, row, run, say, text, values } from "./page.js";

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
