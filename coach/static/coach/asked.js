// What was chosen for one set or one morning must not stand for the next: after Back, and in a page that
// the browser kept, only what the server chose is chosen. Number and button of an RPE empty each other.

const asServed = () => {
  for (const input of document.querySelectorAll('form[autocomplete="off"] input[type="radio"]')) {
    input.checked = input.defaultChecked;
  }
  for (const input of document.querySelectorAll("#rpe_number")) input.value = input.defaultValue;
};

window.addEventListener("pageshow", (event) => {
  const [visit] = performance.getEntriesByType("navigation");
  if (event.persisted || (visit && visit.type !== "navigate")) asServed();
});

document.addEventListener("input", (event) => {
  const input = event.target;
  const form = input.form;
  if (!form) return;
  if (input.name === "rpe_number" && input.value.trim()) {
    for (const button of form.querySelectorAll('input[name="rpe"]')) button.checked = false;
  } else if (input.name === "rpe" && input.type === "radio" && form.elements.rpe_number) {
    form.elements.rpe_number.value = "";
  }
});
