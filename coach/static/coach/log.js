// Comfort for the logging page: steppers, the rest clock, a screen that stays on, an undo that goes away.
// Everything here can be missing: each form works as plain HTML.

const live = document.getElementById("live");

const tell = (text) => {
  if (live) live.textContent = text;
};

const number = (text) => Number(text.replace(",", ".").replace("½", ".5"));

function stepper(box) {
  const input = box.querySelector("input");
  const step = number(box.dataset.step) || 1;
  const move = (sign) => {
    const now = number(input.value);
    const next = Math.max(0, (Number.isFinite(now) ? now : 0) + sign * step);
    input.value = String(Math.round(next * 1000) / 1000);
  };
  for (const [name, sign] of [["[data-less]", -1], ["[data-more]", 1]]) {
    const button = box.querySelector(name);
    let held;
    const stop = () => clearInterval(held);
    button.hidden = false;
    button.addEventListener("click", () => move(sign));
    button.addEventListener("pointerdown", () => {
      held = setTimeout(() => {
        held = setInterval(() => move(sign), 150);
      }, 500);
    });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
      button.addEventListener(end, () => {
        clearTimeout(held);
        stop();
      });
    }
  }
  input.addEventListener("focus", () => input.select());
}

const shown = (seconds) => {
  const left = Math.max(0, Math.round(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
};

let ticking;

function rest(box) {
  // The end is an instant, so a page that slept in the background still tells the truth.
  let end = Date.now() + Number(box.dataset.seconds) * 1000;
  let warned = false;
  const output = box.querySelector("output");
  const title = document.title;
  const finish = () => {
    clearInterval(ticking);
    document.title = title;
    box.remove();
  };
  const tick = () => {
    const left = (end - Date.now()) / 1000;
    output.textContent = shown(left);
    document.title = `${shown(left)} · ${title}`;
    if (left <= 10 && left > 0 && !warned) {
      warned = true;
      tell("10 seconds of rest left");
    }
    if (left <= 0) {
      tell("Rest is over");
      if (navigator.vibrate) navigator.vibrate([200, 100, 200]);
      finish();
    }
  };
  box.querySelector("[data-noscript]")?.remove();
  for (const button of box.querySelectorAll("button")) button.hidden = false;
  for (const button of box.querySelectorAll("[data-add]")) {
    button.addEventListener("click", () => {
      end += Number(button.dataset.add) * 1000;
      tick();
    });
  }
  box.querySelector("[data-stop]").addEventListener("click", finish);
  clearInterval(ticking);
  ticking = setInterval(tick, 500);
  tick();
}

let lock;

async function stayAwake() {
  if (!("wakeLock" in navigator) || document.visibilityState !== "visible") return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = undefined; // Low battery or not allowed: logging goes on without it.
  }
}

function ready(root) {
  for (const box of root.querySelectorAll(".step")) stepper(box);
  const clock = root.querySelector("[data-rest]");
  if (clock) rest(clock);
  const undo = root.querySelector("[data-undo]");
  if (undo) setTimeout(() => undo.remove(), 8000);
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && (!lock || lock.released)) stayAwake();
});

document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "log") return;
  const log = document.getElementById("log");
  ready(log);
  const count = document.querySelector("[data-count]:not(#log)");
  if (count) count.textContent = log.dataset.count;
  if (log.dataset.said) tell(log.dataset.said);
  const wrong = log.querySelector('[aria-invalid="true"]');
  const next = wrong || log.querySelector("[data-focus]");
  if (next) next.focus({ preventScroll: !wrong });
});

document.body.addEventListener("htmx:sendError", () => {
  tell("Not saved: there is no connection. Press Done again when there is one.");
});

ready(document);
stayAwake();
