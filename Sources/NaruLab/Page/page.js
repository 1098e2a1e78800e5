// Used by all views of the page: labels, calls of the lab, and elements.

const isKorean = document.documentElement.lang === "ko";

/** Returns the text in the language of the page. */
export const text = (korean, english) => (isKorean ? korean : english);

/** Returns the element with an id. */
export const element = (id) => document.getElementById(id);

/** Writes a sentence, with what is between backquotes as code. */
export function write(target, sentence) {
  target.replaceChildren(...sentence.split("`").map((part, index) => {
    const made = document.createElement(index % 2 ? "code" : "span");
    made.textContent = part;
    return made;
  }));
}

/** Shows a sentence, also to screen readers. */
export function say(sentence, isBad = false) {
  write(element("status"), sentence);
  element("status").classList.toggle("bad", isBad);
}

/** Calls the lab. Shows the sentence of a failure, and throws it. */
export async function call(method, path, body) {
  let response;
  try {
    response = await fetch(`/lab/api${path}`, {
      method,
      headers: { "Accept-Language": document.documentElement.lang, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    say(text("서버에 연결할 수 없습니다.", "The server can't be reached."), true);
    throw new Error("unreachable");
  }
  const content = await response.text();
  if (!response.ok) {
    let sentence = content;
    try { sentence = JSON.parse(content).message ?? content; } catch { /* plain text */ }
    say(sentence || String(response.status), true);
    throw new Error(sentence);
  }
  return content ? JSON.parse(content) : undefined;
}

/** Asks before something is lost. Returns whether the user agrees. */
export function ask(question, agree) {
  const dialog = element("question");
  element("question-text").textContent = question;
  element("agree").textContent = agree;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "agree"), { once: true });
  });
}

/** The time of day of a date, with digits of its second. */
export function time(date, digits = 0) {
  const format = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", ...(digits ? { fractionalSecondDigits: digits } : {}) };
  return new Date(date).toLocaleTimeString("en-GB", format);
}

/** A size in bytes, as a person reads it. */
export function bytes(count) {
  return count < 1000 ? `${count} B` : count < 1e6 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}

/** JSON with a line for each value, or another string as it is. */
export function pretty(body) {
  try { return JSON.stringify(JSON.parse(body), null, 2); } catch { return body; }
}

/** Runs an action of a button or a form. Its failures have been shown. */
export const run = (action) => async (event) => {
  event?.preventDefault();
  try { await action(event); } catch { /* shown */ }
};

/** Makes a table row of cells: texts, elements, or [text, class]. */
export function row(cells, isHeader = true) {
  const row = document.createElement("tr");
  cells.forEach((content, index) => {
    const cell = document.createElement(isHeader && index === 0 ? "th" : "td");
    if (cell.tagName === "TH") cell.scope = "row";
    if (Array.isArray(content)) [cell.textContent, cell.className] = content;
    else if (content instanceof Node) cell.append(content);
    else cell.textContent = content ?? "";
    row.append(cell);
  });
  return row;
}

/** Replaces the rows of a table. */
export const fill = (id, rows) => element(id).tBodies[0].replaceChildren(...rows);

/** Makes a button. */
export function button(title, label, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = title;
  if (label) made.setAttribute("aria-label", label);
  if (action) made.addEventListener("click", run(action));
  return made;
}

/** The values of a form that are not empty. */
export const values = (form) => Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));

/** Copies the text of an element. */
export async function copy(id) {
  try {
    await navigator.clipboard.writeText(element(id).textContent);
    say(text("복사했습니다.", "Copied."));
  } catch {
    // Without the permission, the user copies the selection.
    getSelection().selectAllChildren(element(id));
    say(text("선택했습니다. Ctrl-C로 복사하세요.", "It is selected. Press Ctrl-C to copy it."));
  }
}

/** Returns a function that draws soon, and at most once in a time. */
export function thinned(draw, milliseconds = 250) {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      draw();
    }, milliseconds);
  };
}
