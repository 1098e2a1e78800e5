// Bars as inline SVG, with the greatest value beside them and a label for each.

import { element } from "./page.js";

const space = "http://www.w3.org/2000/svg";

/**
 * Draws values as bars.
 *
 * @param items the bars as `{ value, isBad, label }`; the label is shown below the pointer.
 * @param name makes the name of the greatest value, with its unit.
 */
export function bars(id, items, name) {
  const chart = element(id);
  const greatest = Math.max(...items.map(({ value }) => value), 1);
  const width = 400 / Math.max(items.length, 1);
  chart.replaceChildren(...items.map(({ value, isBad, label }, index) => {
    const bar = document.createElementNS(space, "rect");
    const height = (value / greatest) * 76;
    for (const [name, number] of Object.entries({ x: index * width, y: 80 - height, width: Math.max(width - 0.5, 0.5), height })) {
      bar.setAttribute(name, number.toFixed(2));
    }
    if (isBad) bar.setAttribute("class", "bad");
    const title = document.createElementNS(space, "title");
    title.textContent = label;
    bar.append(title);
    return bar;
  }));
  element(`${id}-top`).textContent = name(greatest);
  chart.setAttribute("aria-label", `${chart.closest("figure").querySelector("figcaption").textContent}: ≤ ${name(greatest)}`);
}
