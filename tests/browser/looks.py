"""What a page must not do to whoever reads it: measured in the page itself, on a phone and on a desk.

Width, names of controls, order of headings, landmarks, the size of what is tapped, contrast of text.
"""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.visits import DESK, PHONE

TAP_PX = 44
"""Height or width of a control that a thumb has to hit."""

_STRUCTURE = """() => {
  const wrong = [];
  const shown = (el) => el.checkVisibility({visibilityProperty: true}) && el.getClientRects().length;
  const what = (el) => `<${el.tagName.toLowerCase()} ${el.name || el.id || el.className}> ${
    el.textContent.trim().slice(0, 30)}`;
  const named = (el) => [...(el.labels || [])].some((l) => l.textContent.trim()) ||
    el.getAttribute("aria-label") || el.title ||
    (el.getAttribute("aria-labelledby") || "").split(" ").some((id) => document.getElementById(id));
  for (const el of document.querySelectorAll("input:not([type=hidden]), select, textarea"))
    if (shown(el) && !named(el)) wrong.push(`no label: ${what(el)}`);
  for (const el of document.querySelectorAll("button, a[href], summary"))
    if (shown(el) && !el.textContent.trim() && !named(el) && !el.querySelector("[aria-label], title"))
      wrong.push(`no name: ${what(el)}`);
  let before = 0;
  for (const el of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    if (!shown(el)) continue;
    const level = Number(el.tagName[1]);
    if (level > before + 1) wrong.push(`heading after h${before}: ${what(el)}`);
    before = level;
  }
  if (!document.querySelector("h1")) wrong.push("no h1");
  if (document.querySelectorAll("main").length !== 1) wrong.push("not one main");
  for (const el of document.querySelectorAll("nav"))
    if (!el.getAttribute("aria-label") && !el.getAttribute("aria-labelledby"))
      wrong.push("a nav without a name");
  if (!document.documentElement.lang) wrong.push("no language");
  const ids = [...document.querySelectorAll("[id]")].map((el) => el.id);
  for (const id of new Set(ids.filter((id, n) => ids.indexOf(id) !== n))) wrong.push(`twice: #${id}`);
  return wrong;
}"""

_WIDTH = """() => {
  const room = document.documentElement.clientWidth, wide = document.documentElement.scrollWidth;
  if (wide <= room) return [];
  const out = [...document.querySelectorAll("body *")].find(
    (el) => el.getBoundingClientRect().right > room + 1);
  return [`${wide} px wide in ${room}: <${out?.tagName} class="${out?.className}">`];
}"""

_TAPS = """(least) => {
  const wrong = [];
  for (const el of document.querySelectorAll(
      ".btn, .in, .seg label, .pick label, .step button, nav[aria-label=Main] a")) {
    if (!el.checkVisibility({visibilityProperty: true}) || !el.getClientRects().length) continue;
    const {width, height} = el.getBoundingClientRect();
    if (height < least - 0.5)
      wrong.push(`${Math.round(width)} × ${Math.round(height)} px: <${el.tagName.toLowerCase()} class="${
        el.className}"> ${el.textContent.trim().slice(0, 30)}`);
  }
  return wrong;
}"""

_CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const mixed = new Map();
  const over = (top, under) => {
    if (!mixed.has(top + under)) mixed.set(top + under, mix(top, under));
    return mixed.get(top + under);
  };
  const mix = (top, under) => {
    canvas.fillStyle = under; canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = top; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
    return `rgb(${r}, ${g}, ${b})`;
  };
  const light = (colour) => {
    const [r, g, b] = colour.match(/\\d+/g).slice(0, 3).map((n) => n / 255).map(
      (n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (el) => {
    const layers = [];
    for (let at = el; at; at = at.parentElement) layers.unshift(getComputedStyle(at).backgroundColor);
    const page = getComputedStyle(document.documentElement).colorScheme.startsWith("dark") ||
      matchMedia("(prefers-color-scheme: dark)").matches ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)";
    return layers.reduce((under, top) => over(top, under), page);
  };
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const el = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !el.checkVisibility({visibilityProperty: true})) continue;
    if (el.closest(".vh, .skip, script, style, datalist, option, [disabled], svg")) continue;
    const style = getComputedStyle(el), under = behind(el);
    const a = light(over(style.color, under)), b = light(under);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize), bold = Number(style.fontWeight) >= 700;
    if (ratio < (size >= 24 || (bold && size >= 18.66) ? 3 : 4.5))
      found.set(`${el.tagName.toLowerCase()}.${el.className}`,
        `${ratio.toFixed(2)}: ${walker.currentNode.data.trim().slice(0, 30)} (${style.color} on ${under})`);
  }
  return [...found].map(([name, says]) => `contrast of ${name} ${says}`);
}"""


def faults(page: Page) -> list[str]:
    """What is wrong with the page that is open, at both widths and in both colours; leaves it as a phone."""
    page.wait_for_load_state()
    wrong = list(page.evaluate(_STRUCTURE))
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        wrong += [f"{scheme}: {one}" for one in page.evaluate(_CONTRAST)]
    for screen in (DESK, PHONE):
        page.set_viewport_size(screen["viewport"])
        wrong += page.evaluate(_WIDTH)
    wrong += page.evaluate(_TAPS, TAP_PX)
    return wrong
