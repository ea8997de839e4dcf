/** GMSH files, versions 2.2 and 4.1, text or binary: one block of nodes and one of elements. */

import { AssetError } from '../../../../formats/bytes/assetError.ts';

export interface GmshData {
  /** 1: lines, 2: triangles, 3: tetrahedra */
  dim: number;
  /** 3 per point */
  point: number[];
  /** dim + 1 points per element */
  element: number[];
}

export function decodeGmsh(bytes: Uint8Array): GmshData {
  if (bytes.length === 0) throw new AssetError('the GMSH file is empty');
  const text = latin1(bytes);
  const header = /^\$MeshFormat\s*([\d.eE+-]+)\s+(\d+)/.exec(text);
  if (!text.startsWith('$MeshFormat')) throw new AssetError('a GMSH file must begin with $MeshFormat');
  if (!header) throw new AssetError('the header of the GMSH file cannot be read');
  const version = Math.round(100 * Number(header[1]));
  if (version !== 220 && version !== 410) {
    throw new AssetError(`only versions 2.2 and 4.1 of GMSH files can be read, found ${header[1]}`);
  }
  const nodes = section(bytes, text, 'Nodes');
  const elements = section(bytes, text, 'Elements');
  const binary = Number(header[2]) !== 0;
  if (version === 410) return binary ? binary41(nodes.bytes, elements.bytes) : text41(nodes.text, elements.text);
  return binary ? binary22(nodes, elements) : text22(nodes.text, elements.text);
}

interface Section {
  bytes: Uint8Array;
  text: string;
}

/** One character per byte, so that offsets in the string are offsets in the file. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return text;
}

function section(bytes: Uint8Array, text: string, name: string): Section {
  const start = text.indexOf(`$${name}`);
  const end = text.indexOf(`$End${name}`);
  if (start < 0) throw new AssetError(`the GMSH file has no section $${name}`);
  // one line feed after the word
  const from = start + name.length + 2;
  if (end < from) throw new AssetError(`the GMSH file has no $End${name} after $${name}`);
  return { bytes: bytes.subarray(from, end), text: text.slice(from, end) };
}

/** Reads the numbers of a string in sequence. */
class NumberReader {
  readonly #words: string[];
  readonly #what: string;
  #at = 0;

  constructor(text: string, what: string) {
    this.#words = text.split(/\s+/).filter((word) => word !== '');
    this.#what = what;
  }

  next(): number {
    const word = this.#words[this.#at++];
    const value = Number(word);
    if (word === undefined || Number.isNaN(value)) {
      throw new AssetError(
        `${this.#what} of the GMSH file: expected a number, found ${word ? `'${word}'` : 'the end'}`,
      );
    }
    return value;
  }
}

/** The header of a block in version 4.1. */
interface Header41 {
  blocks: number;
  count: number;
  min: number;
  max: number;
  dim: number;
  type: number;
  inBlock: number;
}

function checkNodes41({ blocks, count, max, dim, inBlock }: Header41, checkMax: boolean): void {
  if (blocks !== 1 || count !== inBlock) throw new AssetError('all nodes of the GMSH file must be in a single block');
  if (checkMax && max !== inBlock) throw new AssetError('the largest node tag must be the number of nodes');
  if (dim < 1 || dim > 3) throw new AssetError(`nodes of the GMSH file: expected dimension 1, 2 or 3, found ${dim}`);
}

/** Type of the elements of each dimension: lines, triangles, tetrahedra. */
const ELEMENT_TYPE = [0, 1, 2, 4];

function checkElements41({ blocks, count, dim, type, inBlock }: Header41, nodeDim: number): void {
  if (blocks !== 1 || count !== inBlock)
    throw new AssetError('all elements of the GMSH file must be in a single block');
  if (dim !== nodeDim) throw new AssetError(`elements have dimension ${dim}, nodes ${nodeDim}`);
  if (type !== ELEMENT_TYPE[dim]) {
    throw new AssetError(`expected elements of type ${ELEMENT_TYPE[dim]} in dimension ${dim}, found ${type}`);
  }
}

function readHeader41(n: NumberReader): Header41 {
  const [blocks, count, min, max, dim, , type, inBlock] = Array.from({ length: 8 }, () => n.next());
  return { blocks, count, min, max, dim, type, inBlock };
}

function text41(nodes: string, elements: string): GmshData {
  const n = new NumberReader(nodes, 'nodes');
  const header = readHeader41(n);
  checkNodes41(header, true);
  for (let i = 0; i < header.count; i++) {
    const tag = n.next();
    if (tag !== i + header.min) throw new AssetError(`node tags must be sequential, found ${tag} after ${i} nodes`);
  }
  const point: number[] = [];
  for (let i = 0; i < 3 * header.count; i++) point.push(n.next());

  const e = new NumberReader(elements, 'elements');
  const block = readHeader41(e);
  checkElements41(block, header.dim);
  const element: number[] = [];
  for (let i = 0; i < block.count; i++) {
    e.next();
    for (let k = 0; k <= block.dim; k++) element.push(e.next() - header.min);
  }
  return { dim: header.dim, point, element };
}

const HEADER_41 = 52;

function binaryHeader41(bytes: Uint8Array, what: string): { header: Header41; view: DataView } {
  const view = asDataView(bytes);
  if (bytes.length < HEADER_41) throw new AssetError(`the header of the ${what} of the GMSH file is not complete`);
  const header = {
    blocks: long(view, 0),
    count: long(view, 8),
    min: long(view, 16),
    max: long(view, 24),
    dim: view.getInt32(32, true),
    type: view.getInt32(40, true),
    inBlock: long(view, 44),
  };
  return { header, view };
}

function binary41(nodes: Uint8Array, elements: Uint8Array): GmshData {
  const { header, view } = binaryHeader41(nodes, 'nodes');
  checkNodes41(header, false);
  const { count, min, dim } = header;
  if (nodes.length < HEADER_41 + 32 * count) throw new AssetError('the GMSH file is too short for its nodes');
  for (let i = 0; i < count; i++) {
    const tag = long(view, HEADER_41 + 8 * i);
    if (tag !== i + min) throw new AssetError(`node tags must be sequential, found ${tag} after ${i} nodes`);
  }
  const point: number[] = [];
  for (let i = 0; i < 3 * count; i++) point.push(view.getFloat64(HEADER_41 + 8 * (count + i), true));

  const { header: block, view: data } = binaryHeader41(elements, 'elements');
  checkElements41(block, dim);
  if (elements.length < HEADER_41 + 8 * (dim + 2) * block.count) {
    throw new AssetError('the GMSH file is too short for its elements');
  }
  const element: number[] = [];
  for (let i = 0; i < block.count; i++) {
    for (let k = 1; k < dim + 2; k++) element.push(long(data, HEADER_41 + 8 * (i * (dim + 2) + k)) - min);
  }
  return { dim, point, element };
}

function asDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function long(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

/** Points and the highest tag of the elements of version 2.2. */
function dimension22(type: number): number {
  if (type === 2) return 2;
  if (type === 4) return 3;
  throw new AssetError(`expected triangles (type 2) or tetrahedra (type 4), found elements of type ${type}`);
}

function count22(text: string, what: string): number {
  const line = /^[^\n]*/.exec(text)?.[0] ?? '';
  if (!/^\d*$/.test(line.replace(/\r$/, '')))
    throw new AssetError(`the header of the ${what} of the GMSH file is invalid`);
  return new NumberReader(text, what).next();
}

function node22(tag: number, highest: number): number {
  if (tag > highest || tag < 1) throw new AssetError(`expected nodes from 1 to ${highest}, found ${tag}`);
  return tag - 1;
}

function text22(nodes: string, elements: string): GmshData {
  const count = count22(nodes, 'nodes');
  const n = new NumberReader(nodes, 'nodes');
  n.next();
  const point: number[] = [];
  for (let i = 0; i < count; i++) {
    n.next();
    point.push(n.next(), n.next(), n.next());
  }
  const total = count22(elements, 'elements');
  const e = new NumberReader(elements, 'elements');
  e.next();
  const element: number[] = [];
  let dim = 0;
  for (let i = 0; i < total; i++) {
    e.next();
    const type = e.next();
    if (i === 0) dim = dimension22(type);
    if (e.next() > 0) {
      e.next();
      e.next();
    }
    for (let k = 0; k <= dim; k++) element.push(node22(e.next(), count));
  }
  return { dim, point, element };
}

/** Offset of the data after the count: the count and its line feed have the size of a C string of ten characters. */
function headerSize22(bytes: Uint8Array): number {
  const end = bytes.subarray(0, 10).indexOf(0);
  return (end < 0 ? Math.min(10, bytes.length) : end) - 1;
}

function binary22(nodes: Section, elements: Section): GmshData {
  const count = Number.parseInt(nodes.text, 10);
  const view = asDataView(nodes.bytes);
  const start = headerSize22(nodes.bytes);
  if (!(count >= 0) || nodes.bytes.length < 4 + 28 * count || nodes.bytes.length < start + 28 * count) {
    throw new AssetError('the GMSH file is too short for its nodes');
  }
  const point: number[] = [];
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) point.push(view.getFloat64(start + 28 * i + 4 + 8 * k, true));
  }
  return { point, ...binaryElements22(elements, count) };
}

function binaryElements22({ bytes, text }: Section, nodes: number): Omit<GmshData, 'point'> {
  const total = Number.parseInt(text, 10);
  const start = headerSize22(bytes);
  const view = asDataView(bytes);
  const short = 'the GMSH file is too short for its elements';
  if (!(total >= 0) || bytes.length < start + 16) throw new AssetError(short);
  const int = (i: number) => {
    if (start + 4 * i + 4 > bytes.length) throw new AssetError(short);
    return view.getInt32(start + 4 * i, true);
  };
  const dim = dimension22(int(0));
  const tagged = int(2) > 0;
  if (bytes.length < 17 + 20 * total || (tagged && bytes.length < 4 + 4 * (7 + dim) * total))
    throw new AssetError(short);
  const element: number[] = [];
  for (let i = 0; i < total; i++) {
    // with tags every element repeats its header; without, there is one header and each element has its number
    const first = tagged ? i * (7 + dim) + 6 : 4 + i * 5;
    for (let k = 0; k <= dim; k++) element.push(node22(int(first + k), i === 0 ? nodes : total));
  }
  return { dim, element };
}
