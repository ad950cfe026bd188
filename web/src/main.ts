// Puts the page together: header, views, and which address shows which.
import "./style.css";
import { announce } from "./announce";
import { Header } from "./components/header";
import { warmUpMath } from "./components/math";
import { keepMathFitting } from "./components/wide_math";
import { fontsOrTime } from "./fonts";
import { Router } from "./router";
import { applyTheme, currentTheme } from "./theme";
import { checkView } from "./views/check";
import { compareView } from "./views/compare";
import { documentView } from "./views/document";
import { formulaView, writtenFormulaView } from "./views/formula";
import { notFoundView } from "./views/not_found";
import { rewriteView } from "./views/rewrite";
import { searchAlias, searchView } from "./views/search";

const views = [searchView, searchAlias, documentView, formulaView, writtenFormulaView, compareView, checkView, rewriteView];

async function start(): Promise<void> {
  applyTheme(currentTheme());
  const fonts = fontsOrTime();
  warmUpMath(); // while they come
  await fonts;
  const header = new Header(document.getElementById("header")!);
  const root = document.getElementById("view")!;
  keepMathFitting(root);
  const router = new Router(root, notFoundView, (view, route) => {
    header.setCurrent(route.path);
    announce(view.title);
  });
  for (const view of views) router.register(view);
  router.start();
}

void start();
