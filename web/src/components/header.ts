// The top of every view: the name, the views, light or dark.
import { h, replaceChildren } from "../dom";
import { currentTheme, nextTheme, type Theme } from "../theme";
import { icon, type IconName } from "./icons";

const views = [
  { path: "/", name: "Search" },
  { path: "/compare", name: "Compare" },
  { path: "/check", name: "Check" },
  { path: "/rewrite", name: "Rewrite" },
  { path: "/map", name: "Map" },
];

const themes: Record<Theme, { icon: IconName; label: string }> = {
  system: { icon: "system", label: "Colours: as in the system" },
  light: { icon: "sun", label: "Colours: light" },
  dark: { icon: "moon", label: "Colours: dark" },
};

export class Header {
  private readonly links = views.map(({ path, name }) => h("a", { href: path }, name));

  constructor(root: HTMLElement) {
    const button = h("button", { type: "button", class: "button-quiet theme-switch" });
    const show = (theme: Theme) => {
      const { icon: name, label } = themes[theme];
      button.title = label;
      button.setAttribute("aria-label", label);
      replaceChildren(button, icon(name));
    };
    button.addEventListener("click", () => show(nextTheme()));
    show(currentTheme());
    root.append(
      h("a", { class: "wordmark", href: "/" }, "Noether"),
      h("nav", { class: "nav", "aria-label": "Views" }, this.links),
      button,
    );
  }

  setCurrent(path: string): void {
    for (const link of this.links) {
      const isCurrent = link.pathname === "/" ? path === "/" || path === "/search" : path === link.pathname;
      if (isCurrent) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }
}
