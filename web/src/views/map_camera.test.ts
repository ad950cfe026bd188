import assert from "node:assert/strict";
import { test } from "node:test";

import { DotGrid, extent, moved, readCamera, toMap, wholeMap, writeCamera, zoomed } from "./map_camera";

const size = { width: 800, height: 600 };

test("the point under the pointer stays there during zooming", () => {
  const before = toMap(wholeMap, size, 300, 250);
  const camera = zoomed(wholeMap, size, 3, 300, 250);
  const after = toMap(camera, size, 300, 250);
  assert.ok(Math.abs(before.x - after.x) < 1e-6 && Math.abs(before.y - after.y) < 1e-6);
  assert.equal(zoomed(camera, size, 1e-9).zoom, 1);
  assert.ok(zoomed(camera, size, 1e9).zoom < 1e4);
});

test("the map follows the pointer and never leaves the view", () => {
  const close = zoomed(wholeMap, size, 4);
  const grabbed = toMap(close, size, 100, 100);
  const after = toMap(moved(close, size, 30, -20), size, 130, 80);
  assert.ok(Math.abs(grabbed.x - after.x) < 1e-6 && Math.abs(grabbed.y - after.y) < 1e-6);
  assert.deepEqual([moved(close, size, -1e9, 0).x, moved(close, size, 0, -1e9).y], [extent, 0]);
});

test("an address contains the camera, except for the whole map", () => {
  assert.equal(writeCamera(wholeMap), undefined);
  assert.deepEqual(readCamera(writeCamera({ x: 10, y: 20, zoom: 2.5 })!), { x: 10, y: 20, zoom: 2.5 });
  for (const text of [null, "", "1,2", "1,2,x", "1,2,3,4", "NaN,1,1"]) assert.equal(readCamera(text), null);
  assert.deepEqual(readCamera("-5,1e9,0"), { x: 0, y: extent, zoom: 1 });
});

test("the grid finds the same as a comparison of all dots", () => {
  let state = 7;
  const random = () => (state = (state * 48271) % 2147483647) % (extent + 1);
  const x = Array.from({ length: 3000 }, random);
  const y = Array.from({ length: 3000 }, random);
  const grid = new DotGrid(x, y);
  const isShown = (number: number) => number % 3 !== 0;
  for (let i = 0; i < 50; i += 1) {
    const [px, py] = [random(), random()];
    const distance = 3000;
    const square = (number: number) => (x[number]! - px) ** 2 + (y[number]! - py) ** 2;
    const all = x.map((_, number) => number).filter((number) => isShown(number) && square(number) <= distance ** 2);
    all.sort((a, b) => square(a) - square(b) || a - b);
    assert.deepEqual(grid.nearest(px, py, distance, 5, isShown), all.slice(0, 5));
  }
});

test("an empty grid finds nothing, and a grid of equal places the first", () => {
  assert.deepEqual(new DotGrid([], []).nearest(0, 0, extent, 5, () => true), []);
  assert.deepEqual(new DotGrid([9, 9, 9], [9, 9, 9]).nearest(9, 9, 1, 2, () => true), [0, 1]);
});
