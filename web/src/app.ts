// The views, and the addresses at which they are shown.
import { announce } from "./announce";
import type { Header } from "./components/header";
import { keepMathFitting } from "./components/wide_math";
import { copyLatex } from "./copying";
import { Router } from "./router";
import { checkView } from "./views/check";
import { compareView } from "./views/compare";
import { documentView } from "./views/document";
import { formulaView, writtenFormulaView } from "./views/formula";
import { mapView } from "./views/map";
import { notFoundView } from "./views/not_found";
import { rewriteView } from "./views/rewrite";
import { searchAlias, searchView } from "./views/search";

const views = [searchView, searchAlias, documentView, formulaView, writtenFormulaView, compareView, checkView, rewriteView, mapView];

export function startViews(header: Header): void {
  const root = document.getElementById("view")!;
  keepMathFitting(root);
  copyLatex(document);
  const router = new Router(root, notFoundView, (view, route) => {
    header.setCurrent(route.path);
    announce(view.title);
  });
  for (const view of views) router.register(view);
  router.start();
}
