// ONNX Runtime beside Noether: the same float32 weights, one thread.
//
//   node text_encoder.mjs MODEL VECTORS [SECONDS]
//
// MODEL is a BERT folder of Noether with mean pooling, VECTORS what `text_encoder_speed --write`
// wrote: tokens, the vector of float32 and that of int8. Prints passages of 256 tokens a second,
// the time of a query of 32, and the cosine of Noether's vectors to those of ONNX Runtime. Times are
// processor time, the least of several trials.
import fs from 'node:fs';
import ort from 'onnxruntime-node';
import { bertGraph } from './bert_graph.mjs';

const [folder, file, seconds = '3'] = process.argv.slice(2);
const session = await ort.InferenceSession.create(bertGraph(folder), {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
});

const texts = fs.readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => {
  const [tokens, float32, int8] = line.split('\t').map((part) => part.split(' ').map(Number));
  return { tokens, float32, int8 };
});

function inputs(tokens) {
  const longs = (list) => new ort.Tensor('int64', BigInt64Array.from(list, BigInt), [tokens.length]);
  return { tokens: longs(tokens), positions: longs(tokens.keys()) };
}

async function vector(tokens) {
  const { hidden } = await session.run(inputs(tokens));
  const width = hidden.dims[1];
  const sum = new Float64Array(width);
  hidden.data.forEach((number, i) => (sum[i % width] += number));
  return sum;
}

function cosine(a, b) {
  let product = 0, ofA = 0, ofB = 0;
  a.forEach((number, i) => {
    product += number * b[i];
    ofA += number * number;
    ofB += b[i] * b[i];
  });
  return product / Math.sqrt(ofA * ofB);
}

async function leastSeconds(length) {
  const feed = inputs(texts.flatMap((text) => text.tokens).slice(0, length));
  let least = Infinity;
  let spent = 0;
  for (let trial = 0; trial < 8 || spent < Number(seconds); ++trial) {
    const start = process.cpuUsage();
    await session.run(feed);
    const { user, system } = process.cpuUsage(start);
    spent += (user + system) / 1e6;
    if (trial > 2) least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

const close = { float32: [], int8: [] };
for (const text of texts) {
  const theirs = await vector(text.tokens);
  for (const name of Object.keys(close)) close[name].push(cosine(theirs, text[name]));
}
const passage = await leastSeconds(256);
const query = await leastSeconds(32);
const { version } = JSON.parse(fs.readFileSync(new URL('package.json', import.meta.resolve('onnxruntime-node').replace(/dist\/.*/, ''))));
console.log(`onnxruntime ${version} float32 passages of 256 tokens ${(1 / passage).toFixed(1)}/s, query of 32 tokens ${(1e3 * query).toFixed(2)} ms`);
for (const [name, all] of Object.entries(close)) {
  const mean = all.reduce((a, b) => a + b) / all.length;
  console.log(`cosine of Noether's ${name} to it: mean ${mean.toFixed(6)}, least ${Math.min(...all).toFixed(6)}`);
}
