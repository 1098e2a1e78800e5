// Bars as inline SVG.

import { element } from "./page.js";

const space = "http://www.w3.org/2000/svg";

/** Draws values as bars. `description` is for those who don't see them. */
export function bars(id, items, description) {
  const chart = element(id);
  const greatest = Math.max(...items.map(({ value }) => value), 1);
  const width = 400 / Math.max(items.length, 1);
  chart.replaceChildren(...items.map(({ value, isBad }, index) => {
    const bar = document.createElementNS(space, "rect");
    const height = (value / greatest) * 76;
    for (const [name, number] of Object.entries({ x: index * width, y: 80 - height, width: Math.max(width - 0.5, 0.5), height })) {
      bar.setAttribute(name, number.toFixed(2));
    }
    if (isBad) bar.setAttribute("class", "bad");
    return bar;
  }));
  const name = chart.previousElementSibling.textContent;
  chart.setAttribute("aria-label", `${name}: ${description ?? `≤ ${greatest.toFixed(1)} ms`}`);
}
