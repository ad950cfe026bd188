// The part that is loaded first: colours, fonts and the top of every view. The rest comes with the code that draws formulas,
// which is most of the page (app.ts); the browser fetches it meanwhile (vite.config.ts).
import "./style.css";
import { Header } from "./components/header";
import { h } from "./dom";
import { fontsOrTime } from "./fonts";
import { applyTheme, currentTheme } from "./theme";

async function start(): Promise<void> {
  applyTheme(currentTheme());
  const app = import("./app");
  await fontsOrTime();
  const header = new Header(document.getElementById("header")!);
  const { startViews } = await app;
  startViews(header);
}

// The server may be gone, or may be another version now, which has no file with that name.
function sayWhatIsMissing(error: unknown): void {
  const again = h("button", { type: "button", class: "button", onclick: () => location.reload() }, "Load again");
  document.getElementById("view")!.replaceChildren(h("section", { class: "notice notice-bad", role: "alert" }, h("h2", {}, "A part of this page did not load"), h("p", {}, String(error)), again));
}

start().catch(sayWhatIsMissing);
