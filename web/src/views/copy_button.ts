// A button that copies a text, and reports that it did.

import { icon } from "../components/icons";
import { h } from "../dom";
import { announce } from "../announce";

const shownFor = 1500; // ms

// `name` says what is copied, for users who do not see the text beside the button.
export function copyButton(text: string, name: string): HTMLButtonElement {
  const label = `Copy ${name}`;
  const said = h("span", { class: "copy-said", "aria-hidden": "true" });
  const button = h("button", { type: "button", class: "button-quiet copy", "aria-label": label, title: label }, icon("copy"), said);
  button.addEventListener("click", async () => {
    const outcome = (await copy(text)) ? "copied" : "the browser forbids it";
    said.textContent = outcome;
    announce(`${name}: ${outcome}`);
    setTimeout(() => (said.textContent = ""), shownFor);
  });
  return button;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

// Browsers give no clipboard to pages from another machine without TLS, but can copy a selection.
function copySelection(text: string): boolean {
  const area = h("textarea", { class: "visually-hidden", readonly: true, "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
