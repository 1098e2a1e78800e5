// The clock, the snapshots and the releases.

import { ask, button, call, element, fill, row, run, say, text, values } from "./page.js";

export function open() {
  for (const control of document.querySelectorAll("[data-clock]")) {
    control.addEventListener("click", run(async () => {
      const { clock: action, seconds } = control.dataset;
      showClock(await call("POST", "/clock", seconds ? { action, seconds: Number(seconds) } : { action }));
    }));
  }
  element("set-clock").addEventListener("submit", run(async () => {
    const { time } = values(element("set-clock"));
    showClock(await call("POST", "/clock", { action: "set", to: new Date(time).toISOString() }));
  }));
  element("called").addEventListener("input", drawReleases);
  element("called").addEventListener("submit", (event) => event.preventDefault());
  element("save").addEventListener("submit", run(async () => {
    await call("PUT", `/snapshots/${encodeURIComponent(values(element("save")).name)}`);
    say(text("저장했습니다.", "Saved."));
    await load();
  }));
}

export async function load() {
  showClock(await call("GET", "/clock"));
  const snapshots = await call("GET", "/snapshots");
  fill("snapshots", snapshots.map(({ name, savedAt, bytes }) => {
    const path = `/snapshots/${encodeURIComponent(name)}`;
    const actions = document.createElement("span");
    actions.append(
      button(text("되돌리기", "Restore"), text(`“${name}” 되돌리기`, `Restore “${name}”`), async () => {
        const question = text(`지금의 데이터를 “${name}” 스냅샷으로 바꿀까요?`, `Replace the current data with “${name}”?`);
        if (!await ask(question, text("되돌리기", "Restore"))) return;
        await call("POST", `${path}/restore`);
        say(text(`“${name}” 스냅샷으로 되돌렸습니다.`, `Restored “${name}”.`));
      }),
      " ",
      button("×", text(`“${name}” 삭제`, `Delete “${name}”`), async () => {
        const isStart = name === "start" ? text(" 서버를 켤 때의 데이터입니다.", " It is the data of the server's start.") : "";
        if (!await ask(text(`“${name}” 스냅샷을 삭제할까요?${isStart}`, `Delete “${name}”?${isStart}`), text("삭제", "Delete"))) return;
        await call("DELETE", path);
        await load();
        element("save").querySelector("input").focus();
      }),
    );
    return row([name, new Date(savedAt).toLocaleString(document.documentElement.lang), bytes.toLocaleString(document.documentElement.lang), actions]);
  }));
}

let releases = [];

export async function loadReleases() {
  releases = await call("GET", "/releases");
  drawReleases();
}

/** Shows the endpoints whose names contain the word in the box. */
function drawReleases() {
  const word = element("called").elements.endpoint.value.toLowerCase();
  const isWanted = ({ endpoint }) => endpoint.toLowerCase().includes(word);
  fill("calls", releases.filter(isWanted).map(({ endpoint, isDeprecated, release, calls, lastAt }) => {
    const link = document.createElement("a");
    const isNumber = /^[0-9]/.test(release);
    link.textContent = { none: text("없음", "none"), other: text("기타", "other") }[release] ?? release;
    link.href = `#log?q=${encodeURIComponent(`${endpoint} release:${release}`)}`;
    return row([
      isDeprecated ? `${endpoint} ${text("(지원 중단)", "(deprecated)")}` : endpoint, isNumber || release === "none" ? link : link.textContent,
      String(calls), new Date(lastAt).toLocaleString(document.documentElement.lang),
    ]);
  }));
}

let reading;

function showClock(next) {
  reading = { ...next, at: Date.now() };
  tick();
}

export function tick() {
  if (!reading) return;
  const now = new Date(new Date(reading.now).getTime() + (reading.isFrozen ? 0 : Date.now() - reading.at));
  const state = reading.isFrozen ? text("멈춤", "frozen") : reading.offset ? text("맞춰짐", "set") : text("이 기기와 같음", "as the machine");
  element("clock").textContent = `${now.toLocaleString(document.documentElement.lang)} (${state})`;
  element("clock-now").textContent = now.toLocaleString(document.documentElement.lang);
}
