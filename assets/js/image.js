// @ts-check
/**
 * Recorded images from their data elements, made when first seen; the larger view is a dialog.
 */
import { el } from "./dom.js";
import { placeWords } from "./json.js";

/**
 * @param {App} app
 * @param {any} mark the `$image` mark of a detail value
 * @returns {HTMLElement}
 */
export function imageView(app, mark) {
  const words = placeWords(mark) ?? "image";
  const key = mark?.$image;
  if (typeof key !== "string" || key === "") return el("p", { class: "unavailable" }, words);
  const data = app.data.optional(key);
  if (typeof data !== "string") {
    const why = app.data.damaged.has(key) ? "This part of the report is damaged." : "Left out of this report.";
    return el("p", { class: "unavailable" }, `${words}. ${why}`);
  }
  const source = `data:${mark.mime};base64,${data}`;
  const picture = () => {
    const image = el("img", { src: source, alt: `Recorded image, ${words}`, decoding: "async" });
    if (mark.width) image.width = mark.width;
    if (mark.height) image.height = mark.height;
    return image;
  };
  const open = el("button", { type: "button", class: "image-open", "aria-label": `Enlarge ${words}`, on: { click: () => app.dialog(words, el("div", { class: "image-large" }, picture()), { wide: true }) } }, picture());
  return el("figure", { class: "image" }, open, el("figcaption", null, words));
}
