// Draws and moves the dots of a map. Only the view knows the formulas of the dots.
//
// Dots outside the view are not drawn. Small dots are set in a buffer of pixels; larger ones are copies of one picture for each
// topic. So 40,000 dots take a few milliseconds per frame, with or without a graphics card.

import { h } from "../dom";
import { DotGrid, moved, scaleOf, toMap, zoomed, type Camera, type Size } from "./map_camera";

export const otherTopic = 12;
const styles = 6; // colours; further topics reuse them, as squares
const reach = 12; // px around a dot within which the pointer selects it
const keyStep = 60; // px
const keyZoom = 1.4;
const smallest = 2.5; // px of a radius below which a circle looks like a square
const faint = 0.16; // opacity of dots that are not marked

export interface MapDots {
  x: Uint16Array;
  y: Uint16Array;
  topic: Uint8Array;
}

export interface MapEvents {
  onPoint(dot: number | null, px: number, py: number): void; // the pointer moved to a dot, or away from all dots
  onOpen(dot: number): void;
  onSettle(camera: Camera): void; // the map has not moved for a moment
}

export class MapCanvas {
  readonly canvas: HTMLCanvasElement;
  private readonly grid: DotGrid;
  private readonly order: Uint32Array; // rare topics above frequent ones, dots without a topic below all
  private readonly hidden = new Uint8Array(otherTopic + 1); // 1 for hidden topics
  private marked: Uint8Array | null = null;
  private lit: number | null = null;
  private frame = 0;
  private settling = 0;
  private colours = "";
  private stamps: HTMLCanvasElement[] = [];
  private pixels = new Uint32Array(otherTopic + 1); // the colour of each topic as a pixel value
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private hasMoved = false;

  constructor(
    private readonly dots: MapDots,
    private camera: Camera,
    private readonly events: MapEvents,
    label: string,
    signal: AbortSignal,
  ) {
    this.grid = new DotGrid(dots.x, dots.y);
    this.order = Uint32Array.from(dots.topic.keys()).sort((a, b) => this.layer(a) - this.layer(b) || a - b);
    this.canvas = h("canvas", { class: "map-canvas", tabindex: 0, role: "application", "aria-label": label });
    this.canvas.addEventListener("pointerdown", (event) => this.onDown(event));
    this.canvas.addEventListener("pointermove", (event) => this.onMove(event));
    for (const name of ["pointerup", "pointercancel"] as const) this.canvas.addEventListener(name, (event) => this.onUp(event));
    this.canvas.addEventListener("pointerleave", () => this.point(null, 0, 0));
    this.canvas.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    this.canvas.addEventListener("keydown", (event) => this.onKey(event));
    this.canvas.addEventListener("focus", () => this.pointMiddle());
    this.canvas.addEventListener("blur", () => this.point(null, 0, 0));
    const resized = new ResizeObserver(() => this.draw());
    resized.observe(this.canvas);
    const themed = new MutationObserver(() => this.draw());
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw(), { signal });
    signal.addEventListener("abort", () => {
      resized.disconnect();
      themed.disconnect();
      cancelAnimationFrame(this.frame);
      clearTimeout(this.settling);
    });
  }

  private layer(dot: number): number {
    const topic = this.dots.topic[dot]!;
    return topic === otherTopic ? -1 : topic;
  }

  show(camera: Camera): void {
    this.camera = camera;
    this.draw();
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.events.onSettle(this.camera), 250);
  }

  zoomBy(factor: number): void {
    this.show(zoomed(this.camera, this.size(), factor));
  }

  hideTopics(topics: Iterable<number>): void {
    this.hidden.fill(0);
    for (const topic of topics) this.hidden[topic] = 1;
    this.draw();
  }

  // Marks dots; the others become faint. Null: no dot is marked.
  mark(dots: number[] | null): void {
    this.marked = dots ? new Uint8Array(this.dots.x.length) : null;
    for (const dot of dots ?? []) this.marked![dot] = 1;
    this.draw();
  }

  // The dots nearest to the middle of the view; only marked ones if some are marked.
  inTheMiddle(most: number): number[] {
    const size = this.size();
    const distance = Math.min(size.width, size.height) / 2 / scaleOf(this.camera, size);
    const isMeant = (dot: number) => this.isShown(dot) && (!this.marked || this.marked[dot] === 1);
    return this.grid.nearest(this.camera.x, this.camera.y, distance, most, isMeant);
  }

  private isShown(dot: number): boolean {
    return this.hidden[this.dots.topic[dot]!] === 0;
  }

  private size(): Size {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  private dotAt(px: number, py: number): number | null {
    const size = this.size();
    const { x, y } = toMap(this.camera, size, px, py);
    return this.grid.nearest(x, y, reach / scaleOf(this.camera, size), 1, (dot) => this.isShown(dot))[0] ?? null;
  }

  private point(dot: number | null, px: number, py: number): void {
    if (dot !== this.lit) {
      this.lit = dot;
      this.draw();
    }
    this.events.onPoint(dot, px, py);
  }

  // With the keyboard, the dot nearest to the middle is selected.
  private pointMiddle(): void {
    if (!this.canvas.matches(":focus-visible")) return;
    const [dot] = this.inTheMiddle(1);
    const size = this.size();
    const scale = scaleOf(this.camera, size);
    if (dot === undefined) this.point(null, 0, 0);
    else this.point(dot, size.width / 2 + (this.dots.x[dot]! - this.camera.x) * scale, size.height / 2 - (this.dots.y[dot]! - this.camera.y) * scale);
  }

  private onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.pointers.size === 1) this.hasMoved = false;
  }

  private onMove(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    const now = { x: event.offsetX, y: event.offsetY };
    if (!before) {
      this.point(this.dotAt(now.x, now.y), now.x, now.y);
      return;
    }
    const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    if (!this.hasMoved && !other && Math.hypot(now.x - before.x, now.y - before.y) < 4) return;
    this.hasMoved = true;
    this.pointers.set(event.pointerId, now);
    let camera = this.camera;
    if (other) {
      const distance = (place: { x: number; y: number }) => Math.max(Math.hypot(place.x - other.x, place.y - other.y), 1);
      camera = zoomed(camera, this.size(), distance(now) / distance(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
      camera = moved(camera, this.size(), (now.x - before.x) / 2, (now.y - before.y) / 2);
    } else {
      camera = moved(camera, this.size(), now.x - before.x, now.y - before.y);
    }
    this.point(null, 0, 0);
    this.show(camera);
  }

  private onUp(event: PointerEvent): void {
    if (!this.pointers.delete(event.pointerId) || this.hasMoved || event.type === "pointercancel") return;
    const dot = this.dotAt(event.offsetX, event.offsetY);
    if (dot !== null) this.events.onOpen(dot);
  }

  private onWheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
    this.show(zoomed(this.camera, this.size(), Math.exp(-Math.max(Math.min(pixels, 300), -300) / 300), event.offsetX, event.offsetY));
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, [number, number]> = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (step) this.show(moved(this.camera, this.size(), step[0] * keyStep, step[1] * keyStep));
    else if (event.key === "+" || event.key === "=") this.zoomBy(keyZoom);
    else if (event.key === "-") this.zoomBy(1 / keyZoom);
    else if (event.key === "Home" || event.key === "0") this.show(zoomed(this.camera, this.size(), 0));
    else if (event.key === "Enter" && this.lit !== null) this.events.onOpen(this.lit);
    else return;
    event.preventDefault();
    if (event.key !== "Enter") this.pointMiddle();
  }

  private draw(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  private paint(): void {
    const size = this.size();
    const ratio = devicePixelRatio || 1;
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const context = this.canvas.getContext("2d");
    if (!context || width === 0) return;
    const scale = scaleOf(this.camera, size) * ratio;
    const radius = Math.min(6, Math.max(1.1, (60 / Math.sqrt(this.dots.x.length + 1)) * Math.sqrt(this.camera.zoom))) * ratio;
    this.makeStamps(radius);
    context.clearRect(0, 0, width, height);
    if (radius < smallest * ratio) {
      this.paintPixels(context, scale, radius);
    } else {
      for (const isMarked of this.marked ? [0, 1] : [1]) {
        context.globalAlpha = isMarked === 1 ? 1 : faint;
        this.eachDot(scale, radius, isMarked, (px, py, topic) => {
          const stamp = this.stamps[topic]!;
          context.drawImage(stamp, px - stamp.width / 2, py - stamp.height / 2);
        });
      }
      context.globalAlpha = 1;
    }
    if (this.lit !== null) this.paintRing(context, this.lit, scale, radius);
  }

  private paintPixels(context: CanvasRenderingContext2D, scale: number, radius: number): void {
    const { width, height } = this.canvas;
    const image = context.createImageData(width, height);
    const buffer = new Uint32Array(image.data.buffer);
    const side = Math.max(2, Math.round(2 * radius));
    for (const isMarked of this.marked ? [0, 1] : [1]) {
      const opaque = isMarked === 1 ? 0xff : Math.round(255 * faint);
      this.eachDot(scale, radius, isMarked, (px, py, topic) => {
        const pixel = ((this.pixels[topic]! & 0x00ffffff) | (opaque << 24)) >>> 0;
        const left = Math.round(px - side / 2);
        const top = Math.round(py - side / 2);
        const [from, to] = [Math.max(left, 0), Math.min(left + side, width)];
        for (let row = Math.max(top, 0); row < Math.min(top + side, height); row += 1) {
          for (let at = row * width + from; at < row * width + to; at += 1) buffer[at] = pixel;
        }
      });
    }
    context.putImageData(image, 0, 0);
  }

  // Visits the visible dots; if some are marked, only those or only the others.
  private eachDot(scale: number, radius: number, isMarked: number, paint: (px: number, py: number, topic: number) => void): void {
    const { width, height } = this.canvas;
    const { x, y, topic } = this.dots;
    const { hidden, marked } = this;
    const left = width / 2 - this.camera.x * scale;
    const top = height / 2 + this.camera.y * scale;
    for (const dot of this.order) {
      if (hidden[topic[dot]!] === 1 || (marked && marked[dot] !== isMarked)) continue;
      const px = left + x[dot]! * scale;
      const py = top - y[dot]! * scale;
      if (px >= -radius && py >= -radius && px <= width + radius && py <= height + radius) paint(px, py, topic[dot]!);
    }
  }

  private paintRing(context: CanvasRenderingContext2D, dot: number, scale: number, radius: number): void {
    context.strokeStyle = getComputedStyle(this.canvas).color;
    context.lineWidth = Math.max(2, radius / 2);
    context.beginPath();
    context.arc(this.canvas.width / 2 + (this.dots.x[dot]! - this.camera.x) * scale, this.canvas.height / 2 - (this.dots.y[dot]! - this.camera.y) * scale, radius + context.lineWidth + 2, 0, 2 * Math.PI);
    context.stroke();
  }

  // Makes a picture of a dot for each topic, with this radius and the current colours.
  private makeStamps(radius: number): void {
    const style = getComputedStyle(this.canvas);
    const colours = Array.from({ length: otherTopic + 1 }, (_, topic) => resolved(style, topic === otherTopic ? "--topic-other" : `--topic-${topic % styles}`));
    const side = Math.ceil(2 * radius) + 2;
    const known = colours.join("|");
    if (known === this.colours && this.stamps[0]?.width === side) return;
    this.colours = known;
    this.stamps = colours.map((colour, topic) => {
      const stamp = h("canvas", { width: side, height: side });
      const context = stamp.getContext("2d")!;
      context.fillStyle = colour;
      if (isSquare(topic)) context.fillRect(side / 2 - radius * 0.9, side / 2 - radius * 0.9, 1.8 * radius, 1.8 * radius);
      else {
        context.arc(side / 2, side / 2, radius, 0, 2 * Math.PI);
        context.fill();
      }
      this.pixels[topic] = new Uint32Array(context.getImageData(side >> 1, side >> 1, 1, 1).data.buffer)[0]!;
      return stamp;
    });
  }
}

export function isSquare(topic: number): boolean {
  return topic >= styles && topic < otherTopic;
}

export function topicColour(topic: number): string {
  return topic === otherTopic ? "var(--topic-other)" : `var(--topic-${topic % styles})`;
}

// The value of a property that is registered as a colour (map.css), in the form that a canvas accepts.
function resolved(style: CSSStyleDeclaration, property: string): string {
  return style.getPropertyValue(property).trim();
}
