// The formulas of the whole collection as a plane in which formulas with near vectors are close to each other, coloured by
// topic.
//
// /map?at=x,y,zoom&without=3,5&q=…: the visible part, the hidden topics, and the marked formulas. Below the map is a list of
// the formulas in its middle, which replaces the map for users who cannot see it or use a pointer.

import "./map.css";
import { api, isAborted, isMissing, Latest, type FormulaMap, type MapDot } from "../api";
import { announce } from "../announce";
import { documentAddress, formulaAddress } from "../addresses";
import { mathLink, renderMath, renderParts } from "../components/math";
import { notice, problemNotice, skeleton } from "../components/notice";
import { freshId, h, replaceChildren, svg, type Child } from "../dom";
import { counted, formatCount } from "../numbers";
import { address, navigate, type Route, type View, type ViewPlace } from "../router";
import { sentence } from "../sentence";
import { readCamera, wholeMap, writeCamera, type Camera } from "./map_camera";
import { isSquare, MapCanvas, otherTopic, topicColour } from "./map_canvas";

const listed = 12;
const searched = 50; // documents
const restMs = 80; // until a pointer that rests on a dot shows its formula

interface MapState {
  camera: Camera;
  without: number[];
  q: string;
}

function readState(query: URLSearchParams): MapState {
  const without = (query.get("without") ?? "").split(",").filter((text) => /^\d{1,2}$/.test(text)).map(Number);
  return { camera: readCamera(query.get("at")) ?? wholeMap, without, q: query.get("q") ?? "" };
}

function stateAddress({ camera, without, q }: MapState): string {
  return address("/map", {}, { at: writeCamera(camera), without: without.join(","), q });
}

export const mapView: View = {
  pattern: "/map",
  title: "Map",
  mount(place) {
    const page = new MapPage(place);
    void page.load();
    return { update: (route) => page.update(route) };
  },
};

class MapPage {
  private readonly body = h("div", {}, skeleton(1));
  private state: MapState;
  private map: FormulaMap | null = null;
  private canvas: MapCanvas | null = null;
  private readonly known = new Map<number, Promise<MapDot | undefined>>();
  private readonly label = h("div", { class: "map-label", hidden: true, "aria-hidden": "true" });
  private readonly around = h("section", { class: "map-around" });
  private readonly found = h("p", { class: "meta", role: "status" });
  private readonly box = h("input", { class: "field", id: freshId("map-q"), type: "search", name: "q" });
  private readonly boxes: HTMLInputElement[] = [];
  private readonly listing = new Latest();
  private readonly marking = new Latest();
  private resting = 0;

  constructor(private readonly place: ViewPlace) {
    this.state = readState(place.route.query);
    place.root.append(h("h1", {}, "Map"), this.body);
  }

  // Repeats the request until the map is made.
  async load(): Promise<void> {
    const { signal } = this.place;
    try {
      for (;;) {
        const map = await api.map(signal);
        if (signal.aborted) return;
        if (map.available) return this.show(map);
        if (map.progress === null) return this.showNone(map);
        this.showProgress(map.progress);
      }
    } catch (error) {
      if (isAborted(error) || signal.aborted) return;
      replaceChildren(this.body, problemNotice(error, { retry: () => void this.load() }));
    }
  }

  update(route: Route): void {
    const before = this.state;
    this.state = readState(route.query);
    if (!this.canvas) return;
    this.apply();
    if (writeCamera(before.camera) !== writeCamera(this.state.camera)) this.canvas.show(this.state.camera);
    if (before.q !== this.state.q) void this.mark();
  }

  private go(change: Partial<MapState>, options: { replace?: boolean; keepFocus?: boolean } = { keepFocus: true }): void {
    navigate(stateAddress({ ...this.state, ...change }), options);
  }

  private showNone({ reason, hint }: FormulaMap): void {
    const command = /`([^`]+)`/.exec(hint ?? "")?.[1];
    const how = command ? [h("p", {}, "A map needs a vector for each formula. This command makes them, and this page shows the map as soon as they exist:"), h("p", {}, h("code", {}, command))] : [];
    replaceChildren(this.body, notice("There is no map yet", h("p", {}, sentence(reason ?? "")), ...how));
    announce("There is no map yet");
  }

  private showProgress(part: number): void {
    const bar = this.body.querySelector("progress");
    if (bar) bar.value = part;
    else replaceChildren(this.body, h("p", {}, "The map of this collection is being made. It takes seconds, or a minute for a large collection."), h("progress", { class: "map-progress", max: 1, value: part, "aria-label": "The map is being made" }));
  }

  private show(map: FormulaMap): void {
    this.map = map;
    if (map.dots === 0) {
      replaceChildren(this.body, notice("There is nothing on the map", h("p", {}, "No formula of the collection has a vector.")));
      return;
    }
    const dots = { x: Uint16Array.from(map.x), y: Uint16Array.from(map.y), topic: Uint8Array.from(map.topic) };
    const label = `Map of ${counted(map.dots, "formula", "formulas")}. Arrow keys move it, plus and minus zoom, Home shows all of it, Enter opens the formula in the middle. The list below has the same formulas.`;
    this.canvas = new MapCanvas(dots, this.state.camera, { onPoint: (dot, x, y) => this.point(dot, x, y), onOpen: (dot) => void this.open(dot), onSettle: (camera) => this.settle(camera) }, label, this.place.signal);
    const button = (text: string, name: string, act: () => void) => h("button", { type: "button", class: "button", "aria-label": name, title: name, onclick: act }, text);
    replaceChildren(
      this.body,
      h("p", { class: "lead" }, this.describe(map)),
      this.form(),
      h(
        "div",
        { class: "map" },
        h("div", { class: "map-frame" }, this.canvas.canvas, h("div", { class: "map-buttons" }, button("+", "Closer", () => this.canvas?.zoomBy(1.6)), button("−", "Farther", () => this.canvas?.zoomBy(1 / 1.6)), button("◻", "All of it", () => this.canvas?.show(wholeMap))), this.label),
        this.legend(map),
      ),
      this.around,
    );
    this.apply();
    this.canvas.show(this.state.camera);
    if (this.state.q !== "") void this.mark();
    announce(label);
  }

  private describe({ dots, vectors, readable, formulas, model }: FormulaMap): string {
    const some = dots < vectors ? `${formatCount(dots)} of ${formatCount(vectors)} vectors` : counted(dots, "vector", "vectors");
    const read = readable < formulas ? `${formatCount(readable)} of ${formatCount(formulas)}` : formatCount(formulas);
    return `Formulas that ${model} finds alike are near each other: ${some} for ${read} formulas. Distances between groups say little.`;
  }

  private form(): HTMLElement {
    const submit = (event: Event) => {
      event.preventDefault();
      this.go({ q: this.box.value.trim() });
    };
    return h("form", { class: "map-find", role: "search", onsubmit: submit }, h("div", {}, h("label", { class: "label", for: this.box.id }, "Mark the results of a search"), this.box), h("button", { class: "button" }, "Mark"), this.found);
  }

  private legend(map: FormulaMap): HTMLElement {
    const kinds: Record<string, string> = { tag: "Tags", source: "Sources", kind: "Kinds" };
    const inTopics = map.topics.reduce((sum, { dots }) => sum + dots, 0);
    const entries = [...map.topics.map(({ name, dots }, topic) => ({ name, dots, topic })), { name: "other", dots: map.dots - inTopics, topic: otherTopic }];
    const row = ({ name, dots, topic }: (typeof entries)[number]) => {
      const input = h("input", { type: "checkbox", value: topic, onchange: () => this.go({ without: this.boxes.filter((box) => !box.checked).map((box) => Number(box.value)) }) });
      this.boxes.push(input);
      const shape = isSquare(topic) ? svg("rect", { x: 2, y: 2, width: 12, height: 12 }) : svg("circle", { cx: 8, cy: 8, r: 7 });
      return h("label", {}, input, svg("svg", { viewBox: "0 0 16 16", style: `fill: ${topicColour(topic)}`, "aria-hidden": "true" }, shape), h("span", { class: "map-name" }, name), h("span", { class: "meta" }, formatCount(dots)));
    };
    return h("fieldset", { class: "map-legend" }, h("legend", { class: "small-caps" }, kinds[map.by] ?? "Topics"), entries.map(row));
  }

  private apply(): void {
    for (const box of this.boxes) box.checked = !this.state.without.includes(Number(box.value));
    this.box.value = this.state.q;
    this.canvas?.hideTopics(this.state.without);
    void this.list();
  }

  private settle(camera: Camera): void {
    this.state = { ...this.state, camera };
    this.go({ camera }, { replace: true });
    void this.list();
  }

  // Requests the unknown dots together.
  private describeDots(dots: number[]): Promise<(MapDot | undefined)[]> {
    const wanted = dots.filter((dot) => !this.known.has(dot));
    if (wanted.length > 0) {
      const asked = api.mapDots(wanted, this.place.signal).then(async (answer) => {
        // A new commit has a new map, whose numbers denote other formulas.
        if (answer.map === this.map?.map) return answer.dots;
        this.known.clear();
        this.boxes.length = 0;
        void this.load();
        return [];
      });
      for (const [at, dot] of wanted.entries()) {
        const one = asked.then((known) => known[at]);
        one.catch(() => this.known.delete(dot));
        this.known.set(dot, one);
      }
    }
    return Promise.all(dots.map((dot) => this.known.get(dot)!));
  }

  private point(dot: number | null, px: number, py: number): void {
    clearTimeout(this.resting);
    this.label.hidden = true;
    if (dot === null) return;
    const show = async () => {
      const [known] = await this.describeDots([dot]).catch(() => []);
      if (!known || this.resting !== timer || !this.canvas) return;
      replaceChildren(this.label, this.caption(known));
      this.label.hidden = false;
      const { clientWidth, clientHeight } = this.canvas.canvas;
      const left = px + 14 + this.label.offsetWidth > clientWidth ? px - 14 - this.label.offsetWidth : px + 14;
      const top = py + 14 + this.label.offsetHeight > clientHeight ? py - 14 - this.label.offsetHeight : py + 14;
      this.label.style.transform = `translate(${Math.max(0, left)}px, ${Math.max(0, top)}px)`;
    };
    const timer = window.setTimeout(() => void show(), restMs);
    this.resting = timer;
  }

  private caption({ latex, occurrence, topic, formulas }: MapDot): Child[] {
    const more = formulas > 1 ? `and ${formatCount(formulas - 1)} more at this place` : "";
    const title = occurrence?.document.title ?? [];
    return [
      h("p", {}, renderMath(latex, { isSilent: true })),
      occurrence && h("p", { class: "meta" }, title.length > 0 ? renderParts(title, { isSilent: true }) : occurrence.document.id),
      h("p", { class: "meta" }, [topic, more].filter(Boolean).join(" · ")),
    ];
  }

  private async open(dot: number): Promise<void> {
    const [known] = await this.describeDots([dot]).catch(() => []);
    if (known && !this.place.signal.aborted) navigate(formulaAddress(known));
  }

  private async mark(): Promise<void> {
    const { q } = this.state;
    const signal = this.marking.next(this.place.signal);
    this.found.textContent = "";
    if (q === "") {
      this.canvas?.mark(null);
      void this.list();
      return;
    }
    try {
      const { dots, documents } = await api.mapFound(q, searched, signal);
      if (signal.aborted) return;
      this.canvas?.mark(dots);
      this.found.textContent = dots.length > 0 ? `${counted(dots.length, "formula", "formulas")} of the first ${counted(documents, "document", "documents")} found are marked.` : "No formula of the results is on the map.";
      void this.list();
    } catch (error) {
      if (isAborted(error) || signal.aborted) return;
      this.canvas?.mark(null);
      this.found.textContent = isMissing(error) ? "The map is being made again." : sentence(error instanceof Error ? error.message : String(error));
    }
  }

  // Lists the formulas in the middle, for users without a pointer.
  private async list(): Promise<void> {
    const signal = this.listing.next(this.place.signal);
    const dots = this.canvas?.inTheMiddle(listed) ?? [];
    const title = h("h2", { class: "small-caps" }, this.state.q === "" ? "In the middle of the map" : "Marked, from the middle of the map");
    try {
      const known = (await this.describeDots(dots)).filter((dot) => dot !== undefined);
      if (signal.aborted) return;
      const none = h("p", { class: "meta" }, "No formula is in the middle of the visible part.");
      replaceChildren(this.around, title, known.length > 0 ? h("ul", { class: "map-list" }, known.map((dot) => this.entry(dot))) : none);
    } catch (error) {
      if (!isAborted(error) && !signal.aborted) replaceChildren(this.around, title, problemNotice(error));
    }
  }

  private entry(dot: MapDot): HTMLElement {
    const where = dot.occurrence?.document;
    return h(
      "li",
      {},
      mathLink(formulaAddress(dot), dot, "Its neighbours and its places"),
      where && h("span", { class: "meta" }, "in ", h("a", { href: documentAddress(where.id) }, where.title.length > 0 ? renderParts(where.title, { isName: true }) : where.id)),
      dot.topic && h("span", { class: "meta" }, dot.topic),
    );
  }
}
