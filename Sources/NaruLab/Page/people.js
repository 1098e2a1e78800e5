// The people of the server or of a space: act as one of them, and end their sessions.

import { actAs, inSpace } from "./explorer.js";
import { button, call, element, fill, row, run, say, text } from "./page.js";

// The person whose sessions are shown.
let chosen;

const headers = () => inSpace(element("people-in").elements.space.value);

export function open() {
  element("people-in").addEventListener("submit", run(load));
}

export async function load() {
  // A server without stand-ins has no people, which only somebody who looks for them wants to know.
  if (element("people").hidden) return;
  const people = await call("GET", "/people", undefined, headers());
  fill("persons", people.map((person) => {
    const actions = document.createElement("span");
    const name = person.name ?? person.id;
    actions.append(
      button(text("이 사람으로", "Act as"), text(`${name}(으)로 부르기`, `Act as ${name}`), async () => {
        await actAs(person.name ?? "", element("people-in").elements.space.value);
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
        const { count } = await call("POST", `/people/${person.id}/sign-out`, undefined, headers());
        say(text(`끝낸 로그인: ${count}`, `Ended sessions: ${count}`));
        await load();
        element("people-in").elements.space.focus();
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
  const sessions = await call("GET", `/people/${chosen.id}/sessions`, undefined, headers());
  const local = (time) => new Date(time).toLocaleString(document.documentElement.lang);
  fill("session-list", sessions.map(({ id, provider, device, startedAt, lastUsedAt }) => row([
    [[provider, device].filter(Boolean).join(", "), "wide"], local(startedAt), local(lastUsedAt),
    button(text("끝내기", "End"), text(`${local(startedAt)}의 로그인 끝내기`, `End the session of ${local(startedAt)}`), async () => {
      await call("DELETE", `/sessions/${id}`, undefined, headers());
      say(text("로그인을 끝냈습니다.", "Ended the session."));
      await load();
      element("people-in").elements.space.focus();
    }),
  ])));
}
