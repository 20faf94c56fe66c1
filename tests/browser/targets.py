"""What a finger can hit: every target of a page with its size, by WCAG 2.5.8 (24 by 24 CSS pixels, or enough room around it)."""

from __future__ import annotations

from playwright.sync_api import Frame

SMALL_TARGETS = """() => {
  const LEAST = 24;
  const INTERACTIVE = [
    "a[href]", "button", "input", "select", "textarea", "summary", "[data-target]",
    ...["button", "link", "tab", "radio", "checkbox", "switch", "slider", "scrollbar", "menuitem", "option"].map((role) => `[role=${role}]`),
    ".erow-line", ".row-head:not(.plain)", "[role=separator][tabindex]",
  ].join(",");
  const root = document.querySelector("dialog[open]:last-of-type") ?? document.body;
  const seen = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0 && !node.disabled;
  const largest = (node) => [...node.getClientRects()].reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
  const targets = [...root.querySelectorAll(INTERACTIVE)].filter(seen);

  // A field with a label is hit through the label as well.
  const owns = (node, hit) => hit !== null && (node === hit || node.contains(hit) || [...(node.labels ?? [])].some((label) => label.contains(hit)));

  /** Whether a square of 24 pixels lies wholly on the target, whatever draws it (padding, a pseudo-element, a label). */
  const square = (node) => {
    const box = largest(node);
    if (box.width >= LEAST && box.height >= LEAST) return true;
    node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (!node.isConnected || !seen(node)) return true;
    const now = largest(node);
    const at = (x, y) => owns(node, document.elementFromPoint(x, y));
    const half = LEAST / 2 - 0.5;
    const middle = [now.x + now.width / 2, now.y + now.height / 2];
    const fits = ([x, y]) => [-half, 0, half].every((dx) => [-half, 0, half].every((dy) => at(x + dx, y + dy)));
    // The square need not be centred: a target beside the edge of its pane grows to one side.
    const shifts = Array.from({ length: 13 }, (_, place) => place - 6);
    return shifts.some((dx) => shifts.some((dy) => fits([middle[0] + dx, middle[1] + dy])));
  };

  /** Whether a target stands in a sentence: text of the same line that is no target, in the same block. */
  const inSentence = (node) => {
    if (!getComputedStyle(node).display.startsWith("inline")) return false;
    let block = node.parentElement;
    while (block && getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
    if (!block || /flex|grid/.test(getComputedStyle(block).display)) return false;
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const box = largest(node);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (!/[\\p{L}\\p{N}]/u.test(text.data) || text.parentElement.closest(INTERACTIVE) !== block.closest(INTERACTIVE)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      if ([...range.getClientRects()].some((rect) => rect.top < box.bottom && rect.bottom > box.top)) return true;
    }
    return false;
  };

  const small = targets.filter((node) => !square(node));
  const centre = (node) => { const box = largest(node); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const distance = ([x, y], box) => Math.hypot(x - Math.max(box.left, Math.min(x, box.right)), y - Math.max(box.top, Math.min(y, box.bottom)));

  /** A circle of 24 pixels around the target meets no other target, and no circle of another small one. */
  const spaced = (node) => {
    const middle = centre(node);
    return targets.every((other) => {
      if (other === node || other.contains(node) || node.contains(other) || !other.isConnected) return true;
      if (small.includes(other)) {
        const [x, y] = centre(other);
        if (Math.hypot(middle[0] - x, middle[1] - y) < LEAST) return false;
      }
      return [...other.getClientRects()].every((box) => distance(middle, box) >= LEAST / 2);
    });
  };

  // A dense chart's points are as narrow as their bands; the rows of recorded usage open the same requests.
  const elsewhere = (node) => node.matches(".chart-point") && largest(node).height >= LEAST && root.querySelector(".usage-toggle") !== null;

  const failed = small.filter((node) => node.isConnected && !spaced(node) && !inSentence(node) && !elsewhere(node));
  return failed.map((node) => {
    const box = largest(node);
    const name = node.tagName.toLowerCase() + [...node.classList].map((each) => `.${each}`).join("");
    const place = node.parentElement.closest("[class]");
    return `${place ? `.${[...place.classList].join(".")} > ` : ""}${name} ${Math.round(box.width)}x${Math.round(box.height)} “${(node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 40)}”`;
  });
}"""


def small_targets(view: Frame) -> list[str]:
    """Targets in the topmost dialog, else in the page, that are too small and too near to another one; empty when all is well.

    Text links in a sentence are exempt: the line height of the text around them sets their size.
    """
    return view.evaluate(SMALL_TARGETS)
