// The visible part of a map: the point in the middle of the view, and the zoom; and an index of the dots by place.
//
// Coordinates of the map go from 0 to `extent`, to the right and upwards, as the server gives them. Coordinates of the view are
// pixels, to the right and downwards.

export const extent = 65535;
const mostEnlarged = 400;
const margin = 0.04; // around a map that is completely visible, as a share of the view

export interface Camera {
  x: number;
  y: number;
  zoom: number; // 1: the whole map is visible
}

export interface Size {
  width: number;
  height: number;
}

export const wholeMap: Camera = { x: extent / 2, y: extent / 2, zoom: 1 };

// The number of pixels per unit of the map.
export function scaleOf({ zoom }: Camera, { width, height }: Size): number {
  return ((1 - 2 * margin) * zoom * Math.max(Math.min(width, height), 1)) / extent;
}

export function toMap(camera: Camera, size: Size, px: number, py: number): { x: number; y: number } {
  const scale = scaleOf(camera, size);
  return { x: camera.x + (px - size.width / 2) / scale, y: camera.y - (py - size.height / 2) / scale };
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

// The middle of the view always stays on the map.
export function moved(camera: Camera, size: Size, dx: number, dy: number): Camera {
  const scale = scaleOf(camera, size);
  return { ...camera, x: within(camera.x - dx / scale, 0, extent), y: within(camera.y + dy / scale, 0, extent) };
}

// The point of the map under the pixel stays there.
export function zoomed(camera: Camera, size: Size, factor: number, px = size.width / 2, py = size.height / 2): Camera {
  const zoom = within(camera.zoom * factor, 1, mostEnlarged);
  const fixed = toMap(camera, size, px, py);
  const next = { ...camera, zoom };
  const there = toMap(next, size, px, py);
  return { zoom, x: within(camera.x + fixed.x - there.x, 0, extent), y: within(camera.y + fixed.y - there.y, 0, extent) };
}

// Reads a camera from the address; null if it is invalid.
export function readCamera(text: string | null): Camera | null {
  const [x, y, zoom, ...others] = (text ?? "").split(",").map(Number);
  if (others.length > 0 || x === undefined || y === undefined || zoom === undefined) return null;
  if (![x, y, zoom].every(Number.isFinite)) return null;
  return { x: within(x, 0, extent), y: within(y, 0, extent), zoom: within(zoom, 1, mostEnlarged) };
}

export function writeCamera({ x, y, zoom }: Camera): string | undefined {
  return zoom === 1 && x === wholeMap.x && y === wholeMap.y ? undefined : `${Math.round(x)},${Math.round(y)},${Number(zoom.toPrecision(3))}`;
}

// Finds dots by their places: the numbers of dots, sorted by the cells of a grid.
export class DotGrid {
  private readonly cells = 128;
  private readonly begins: Uint32Array;
  private readonly numbers: Uint32Array;

  constructor(
    private readonly x: ArrayLike<number>,
    private readonly y: ArrayLike<number>,
  ) {
    this.begins = new Uint32Array(this.cells * this.cells + 1);
    this.numbers = new Uint32Array(x.length);
    const cellOf = Uint32Array.from({ length: x.length }, (_, i) => this.cell(y[i]!) * this.cells + this.cell(x[i]!));
    for (const cell of cellOf) this.begins[cell + 1]! += 1;
    for (let cell = 0; cell < this.cells * this.cells; cell += 1) this.begins[cell + 1]! += this.begins[cell]!;
    const next = this.begins.slice();
    for (const [number, cell] of cellOf.entries()) this.numbers[next[cell]!++] = number;
  }

  private cell(value: number): number {
    return within(Math.floor((value * this.cells) / (extent + 1)), 0, this.cells - 1);
  }

  // Returns the dots nearest to a point within a distance, nearest first, of those that `isShown`.
  nearest(x: number, y: number, distance: number, most: number, isShown: (number: number) => boolean): number[] {
    const found: { number: number; square: number }[] = [];
    for (let row = this.cell(y - distance); row <= this.cell(y + distance); row += 1) {
      const begin = this.begins[row * this.cells + this.cell(x - distance)]!;
      const end = this.begins[row * this.cells + this.cell(x + distance) + 1]!;
      for (const number of this.numbers.subarray(begin, end)) {
        const square = (this.x[number]! - x) ** 2 + (this.y[number]! - y) ** 2;
        if (square <= distance * distance && isShown(number)) found.push({ number, square });
      }
    }
    return found.sort((a, b) => a.square - b.square || a.number - b.number).slice(0, most).map(({ number }) => number);
  }
}
