// The theme: light, dark, or that of the system; stored in this browser.

import { remember, remembered } from "./storage";

export type Theme = "system" | "light" | "dark";

const key = "noether.theme";
const order: Theme[] = ["system", "light", "dark"];

export function currentTheme(): Theme {
  const stored = remembered(key);
  return order.find((theme) => theme === stored) ?? "system";
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export function nextTheme(): Theme {
  const theme = order[(order.indexOf(currentTheme()) + 1) % order.length]!;
  remember(key, theme);
  applyTheme(theme);
  return theme;
}
