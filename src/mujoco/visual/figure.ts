/** `MjvFigure`: a plot with up to a hundred lines. */
import { halton } from '../base/halton.ts';
import { struct } from '../classes/struct.ts';

const f = Math.fround;
const LINES = 100;
const POINTS = 1001;
const bytes = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));

export const MjvFigure = struct(
  'MjvFigure',
  [
    ['flg_legend', 'i32'],
    ['flg_ticklabel', 'i32', 2],
    ['flg_extend', 'i32'],
    ['flg_barplot', 'i32'],
    ['flg_selection', 'i32'],
    ['flg_symmetric', 'i32'],
    ['linewidth', 'f32'],
    ['gridwidth', 'f32'],
    ['gridsize', 'i32', 2],
    ['gridrgb', 'f32', 3],
    ['figurergba', 'f32', 4],
    ['panergba', 'f32', 4],
    ['legendrgba', 'f32', 4],
    ['textrgb', 'f32', 3],
    ['linergb', 'f32', 3 * LINES],
    ['range', 'f32', 4],
    ['xformat', 'i8', 20],
    ['yformat', 'i8', 20],
    ['minwidth', 'i8', 20],
    ['title', 'i8', 1000],
    ['xlabel', 'i8', 100],
    ['linename', 'i8', 100 * LINES],
    ['legendoffset', 'i32'],
    ['subplot', 'i32'],
    ['highlight', 'i32', 2],
    ['highlightid', 'i32'],
    ['selection', 'f32'],
    ['linepnt', 'i32', LINES],
    ['linedata', 'f32', 2 * LINES * POINTS],
    ['xaxispixel', 'i32', 2],
    ['yaxispixel', 'i32', 2],
    ['xaxisdata', 'f32', 2],
    ['yaxisdata', 'f32', 2],
  ],
  () => ({
    flg_legend: 1,
    flg_ticklabel: [1, 1],
    flg_extend: 1,
    linewidth: 3,
    gridwidth: 1,
    gridsize: [2, 2],
    gridrgb: [0.4, 0.4, 0.4],
    figurergba: [0, 0, 0, 1],
    panergba: [0, 0, 0, 1],
    legendrgba: [0, 0, 0, 0.3],
    textrgb: [1, 1, 1],
    linergb: lineColors(),
    range: [0, 1, 0, 1],
    xformat: bytes('%.0f'),
    yformat: bytes('%.2g'),
    minwidth: bytes('XXX'),
    highlightid: -1,
  }),
);
export type MjvFigure = InstanceType<typeof MjvFigure>;

/** Colors of the first eight lines; the others are 0.1 + 0.8 of the Halton sequence at their index. */
const firstColors = [
  [1, 0.3, 0.3],
  [0.1, 1, 0.1],
  [0.3, 0.3, 1],
  [0.1, 1, 1],
  [1, 0.2, 1],
  [1, 1, 0.1],
  [1, 0.6, 0.2],
  [0.6, 0.7, 0.4],
];

function lineColors(): number[] {
  return Array.from(
    { length: LINES },
    (_, k) => firstColors[k] ?? [2, 3, 5].map((base) => f(0.1) + f(0.8) * halton(k, base)),
  ).flat();
}
