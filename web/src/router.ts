// Addresses and views. Every state of the page is an address: views read their state from the route, and change it by
// navigate(), never the other way round.

export interface Route {
  path: string;
  params: Record<string, string>; // the decoded segments at the {name}s of the pattern
  query: URLSearchParams;
}

export interface ViewPlace {
  root: HTMLElement; // empty, and used by this view alone until `signal` is aborted
  route: Route;
  signal: AbortSignal; // aborted when the view is left: pass it to requests and listeners
  setTitle(title: string): void; // once the title is known: the document's, the formula's
}

export interface View {
  pattern: string; // "/document/{id}"
  title: string;
  // May return `update`, which is called when only the query of the address changes (also by back and forward). Without
  // `update`, the view is mounted anew.
  mount(place: ViewPlace): { update?(route: Route): void } | void;
}

export function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.replace(/(.)\/$/, "$1").split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [i, segment] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) {
      if (segment !== given[i]) return null;
      continue;
    }
    try {
      params[name] = decodeURIComponent(given[i]!);
    } catch {
      return null; // a stray percent sign
    }
    if (params[name] === "") return null;
  }
  return params;
}

// "/document/{id}" with its values, and a query without empty values.
export function address(
  pattern: string,
  params: Record<string, string> = {},
  query: Record<string, string | string[] | undefined> = {},
): string {
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one) search.append(name, one);
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

let active: Router | null = null;

export function navigate(url: string, options?: { replace?: boolean; keepFocus?: boolean }): void {
  active?.navigate(url, options);
}

export class Router {
  private views: View[] = [];
  private shown = ""; // the address of the current view
  private current: { view: View; path: string; update?(route: Route): void; leave: AbortController } | null = null;

  constructor(
    private readonly root: HTMLElement,
    private readonly notFound: View,
    private readonly onChange: (view: View, route: Route) => void,
  ) {}

  register(view: View): void {
    this.views.push(view);
  }

  start(): void {
    active = this;
    history.scrollRestoration = "manual";
    window.addEventListener("popstate", (event) => {
      // A place within the view, as for the skip link. The browser scrolls there by itself.
      if (location.pathname + location.search === this.shown) return;
      this.show();
      const y: unknown = event.state?.scrollY;
      // Views that keep their answers have their former height at once. Others grow, so it scrolls once more.
      for (const wait of [0, 150]) setTimeout(() => window.scrollTo(0, typeof y === "number" ? y : 0), wait);
    });
    document.addEventListener("click", (event) => this.followLink(event));
    this.show();
  }

  // Goes to an address of this page. With `replace` the current address is forgotten, for states while the user types. With
  // `keepFocus` the focus stays where it is while the view changes.
  navigate(url: string, options: { replace?: boolean; keepFocus?: boolean } = {}): void {
    if (url === location.pathname + location.search) return;
    if (options.replace) {
      history.replaceState(history.state, "", url);
    } else {
      history.replaceState({ ...history.state, scrollY: window.scrollY }, "");
      history.pushState({}, "", url);
    }
    this.show();
    if (options.replace || options.keepFocus) return;
    window.scrollTo(0, 0);
    // Screen readers continue from the new view, not from a removed link.
    this.root.focus({ preventScroll: true });
  }

  private followLink(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    this.navigate(link.pathname + link.search);
  }

  private show(): void {
    this.shown = location.pathname + location.search;
    const { view, params } = this.find(location.pathname);
    const route: Route = { path: location.pathname, params, query: new URLSearchParams(location.search) };
    this.onChange(view, route);
    if (this.current?.view === view && this.current.path === route.path && this.current.update) {
      this.current.update(route);
      return;
    }
    this.current?.leave.abort();
    const leave = new AbortController();
    this.root.replaceChildren();
    document.title = `${view.title} · Noether`;
    this.current = { view, path: route.path, leave };
    const instance = view.mount({
      root: this.root,
      route,
      signal: leave.signal,
      setTitle: (title) => {
        if (!leave.signal.aborted) document.title = `${title} · Noether`;
      },
    });
    if (instance?.update) this.current.update = (next) => instance.update!(next);
  }

  private find(path: string): { view: View; params: Record<string, string> } {
    for (const view of this.views) {
      const params = matchPattern(view.pattern, path);
      if (params) return { view, params };
    }
    return { view: this.notFound, params: {} };
  }
}
