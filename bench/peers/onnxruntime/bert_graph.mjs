// The graph of a BERT encoder as ONNX bytes, of a model folder that `noether model import` made: the
// same float32 weights for ONNX Runtime. Reads tokens and positions of one sequence, gives a row of
// hidden states for each token.
import fs from 'node:fs';
import path from 'node:path';

// Protobuf: a field is its number and kind, then a number or bytes with their length.
function varint(value) {
  const bytes = [];
  for (let rest = BigInt(value); ; rest >>= 7n) {
    if (rest < 128n) {
      bytes.push(Number(rest));
      return Buffer.from(bytes);
    }
    bytes.push(Number(rest & 127n) | 128);
  }
}
const number = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
const bytes = (field, content) => {
  const data = Buffer.isBuffer(content) ? content : Buffer.from(content);
  return Buffer.concat([varint((field << 3) | 2), varint(data.length), data]);
};
const float = (field, value) => {
  const data = Buffer.alloc(4);
  data.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), data]);
};

const kFloat = 1;
const kInt64 = 7;

function attribute(name, value) {
  const named = bytes(1, name);
  if (Array.isArray(value)) {
    const all = value.map((v) => number(8, v));
    return bytes(5, Buffer.concat([named, ...all, number(20, 7)]));
  }
  if (Number.isInteger(value)) {
    return bytes(5, Buffer.concat([named, number(3, BigInt.asUintN(64, BigInt(value))), number(20, 2)]));
  }
  return bytes(5, Buffer.concat([named, float(2, value), number(20, 1)]));
}

function value(name, type, dims) {
  const shape = dims.map((d) => bytes(1, typeof d === 'string' ? bytes(2, d) : number(1, d)));
  const tensor = Buffer.concat([number(1, type), bytes(2, Buffer.concat(shape))]);
  return Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensor))]);
}

function readTensors(file) {
  const data = fs.readFileSync(file);
  const size = Number(data.readBigUInt64LE(0));
  const header = JSON.parse(data.subarray(8, 8 + size).toString());
  return (name) => {
    const { dtype, shape, data_offsets: [from, to] } = header[name];
    if (dtype !== 'F32') throw new Error(`${name} is ${dtype}, not float32`);
    const floats = new Float32Array(data.buffer.slice(data.byteOffset + 8 + size + from,
                                                      data.byteOffset + 8 + size + to));
    return { shape, floats };
  };
}

export function bertGraph(folder) {
  const config = JSON.parse(fs.readFileSync(path.join(folder, 'config.json')));
  const tensor = readTensors(path.join(folder, config.weights));
  const nodes = [];
  const initializers = [];
  let made = 0;

  const constant = (name, dims, data, type = kFloat) => {
    const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    initializers.push(bytes(5, Buffer.concat(
        [...dims.map((d) => number(1, d)), number(2, type), bytes(8, name), bytes(9, raw)])));
    return name;
  };
  const node = (type, inputs, attributes = {}, outputs = [`v${made++}`]) => {
    nodes.push(bytes(1, Buffer.concat([
      ...inputs.map((i) => bytes(1, i)), ...outputs.map((o) => bytes(2, o)),
      bytes(3, `n${nodes.length}`), bytes(4, type),
      ...Object.entries(attributes).map(([k, v]) => attribute(k, v))])));
    return outputs.length === 1 ? outputs[0] : outputs;
  };
  const stored = (name) => {
    const { shape, floats } = tensor(name);
    return constant(name, shape, floats);
  };
  const scalar = (name, number) => constant(name, [], new Float32Array([number]));
  const shape = (name, dims) =>
      constant(name, [dims.length], new BigInt64Array(dims.map(BigInt)), kInt64);
  const norm = (x, name) => node('LayerNormalization', [x, stored(`${name}.weight`), stored(`${name}.bias`)],
                                 { axis: -1, epsilon: config.norm_epsilon });
  const linear = (x, name) => {
    const { shape: [rows, columns], floats } = tensor(`${name}.weight`);
    const turned = new Float32Array(floats.length);
    for (let r = 0; r < rows; ++r) {
      for (let c = 0; c < columns; ++c) turned[c * rows + r] = floats[r * columns + c];
    }
    const product = node('MatMul', [x, constant(`${name}.weight`, [columns, rows], turned)]);
    return node('Add', [product, stored(`${name}.bias`)]);
  };

  const { width, heads, head_size: size } = config;
  const apart = shape('apart', [0, heads, size]);
  const together = shape('together', [0, width]);
  const thirds = shape('thirds', [width, width, width]);
  const scale = scalar('scale', 1 / Math.sqrt(size));
  const root = scalar('root', Math.SQRT2);
  const one = scalar('one', 1);
  const half = scalar('half', 0.5);
  const first = constant('segment', [width], tensor('segment_embedding').floats.slice(0, width));

  let x = node('Add', [node('Gather', [stored('token_embedding'), 'tokens']),
                       node('Gather', [stored('position_embedding'), 'positions'])]);
  x = norm(node('Add', [x, first]), 'embedding_norm');
  for (let l = 0; l < config.layers; ++l) {
    const name = `layers.${l}`;
    const parts = node('Split', [linear(x, `${name}.attention.in`), thirds], { axis: 1 },
                       [`q${l}`, `k${l}`, `w${l}`]);
    const [q, k, v] = parts.map((part, i) => node(
        'Transpose', [node('Reshape', [part, apart])], { perm: i === 1 ? [1, 2, 0] : [1, 0, 2] }));
    const weights = node('Softmax', [node('Mul', [node('MatMul', [q, k]), scale])], { axis: -1 });
    const seen = node('Transpose', [node('MatMul', [weights, v])], { perm: [1, 0, 2] });
    const attended = linear(node('Reshape', [seen, together]), `${name}.attention.out`);
    x = norm(node('Add', [attended, x]), `${name}.norm1`);
    const inner = linear(x, `${name}.feed_forward.in`);
    const erf = node('Add', [node('Erf', [node('Div', [inner, root])]), one]);
    const gelu = node('Mul', [node('Mul', [inner, erf]), half]);
    x = norm(node('Add', [linear(gelu, `${name}.feed_forward.out`), x]), `${name}.norm2`);
  }
  node('Identity', [x], {}, ['hidden']);

  const graph = Buffer.concat([
    ...nodes, bytes(2, 'bert'), ...initializers,
    bytes(11, value('tokens', kInt64, ['length'])), bytes(11, value('positions', kInt64, ['length'])),
    bytes(12, value('hidden', kFloat, ['length', width]))]);
  return Buffer.concat([number(1, 8), bytes(7, graph), bytes(8, Buffer.concat([bytes(1, ''), number(2, 17)]))]);
}
