// What is there first: colours, fonts and the top of every view. All else comes with what draws formulas, which is most of
// the page (app.ts); the browser fetches it meanwhile (vite.config.ts).
import "./style.css";
import { Header } from "./components/header";
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

void start();
