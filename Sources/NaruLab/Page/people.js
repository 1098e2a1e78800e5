// The users of the server: act as one of them, and end their sessions.

import { actAs } from "./explorer.js";
import { ask, button, call, element, fill, row, run, say, text } from "./page.js";

// The user whose sessions are shown.
let chosen;

export function open() {
  element("reload-people").addEventListener("click", run(load));
}

export async function load() {
  // Without stand-ins, a server can't list its users. Only a visitor of this view needs to know that.
  if (element("people").hidden) return;
  const people = await call("GET", "/people");
  fill("persons", people.map((person) => {
    const actions = document.createElement("span");
    const name = person.name ?? person.id;
    actions.append(
      button(text("이 사용자로", "Act as"), text(`${name} 사용자로 호출하기`, `Act as ${name}`), async () => {
        await actAs(name, person.id);
        location.hash = "explorer";
      }),
      " ",
      button(text("로그인 보기", "Sessions"), text(`${name}의 로그인 보기`, `Sessions of ${name}`), async () => {
        chosen = person;
        await loadSessions();
        element("sessions-title").focus();
      }),
      " ",
      button(text("로그아웃", "Sign out"), text(`${name}의 모든 로그인 끝내기`, `End all sessions of ${name}`), async () => {
        const question = text(`${name}의 로그인 ${person.sessions}개를 모두 끝낼까요?`, `End all sessions of ${name} (${person.sessions})?`);
        if (!await ask(question, text("로그아웃", "Sign out"))) return;
        const { count } = await call("POST", `/people/${person.id}/sign-out`);
        say(text(`끝낸 로그인: ${count}`, `Ended sessions: ${count}`));
        await load();
        element("reload-people").focus();
      }),
    );
    return row([person.name ?? "", String(person.sessions), person.id, actions]);
  }));
  chosen = people.find(({ id }) => id === chosen?.id);
  await loadSessions();
}

async function loadSessions() {
  element("sessions").hidden = !chosen;
  if (!chosen) return;
  element("sessions-title").textContent = text(`${chosen.name ?? chosen.id}의 로그인`, `Sessions of ${chosen.name ?? chosen.id}`);
  const sessions = await call("GET", `/people/${chosen.id}/sessions`);
  const local = (time) => new Date(time).toLocaleString(document.documentElement.lang);
  fill("session-list", sessions.map(({ id, provider, device, startedAt, lastUsedAt }) => row([
    [[provider, device].filter(Boolean).join(", "), "wide"], local(startedAt), local(lastUsedAt),
    button(text("끝내기", "End"), text(`${local(startedAt)}의 로그인 끝내기`, `End the session of ${local(startedAt)}`), async () => {
      const question = text(`${local(startedAt)}의 로그인을 끝낼까요?`, `End the session of ${local(startedAt)}?`);
      if (!await ask(question, text("끝내기", "End"))) return;
      await call("DELETE", `/sessions/${id}`);
      say(text("로그인을 끝냈습니다.", "Ended the session."));
      await load();
      element("reload-people").focus();
    }),
  ])));
}
