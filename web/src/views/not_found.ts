// The view of an unknown address.
import { notice } from "../components/notice";
import { h } from "../dom";
import type { View } from "../router";

export const notFoundView: View = {
  pattern: "",
  title: "Not found",
  mount({ root, route }) {
    root.append(
      notice("There is nothing at this address", h("p", {}, h("code", {}, route.path)), h("p", {}, h("a", { href: "/" }, "Search"), " for what you were looking for.")),
    );
  },
};
