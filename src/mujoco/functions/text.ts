/** `mju_` functions that write or parse text, and the log. */
import { ObjType, type Warning } from '../../core/model/enums.ts';
import type { INNER } from '../base/handle.ts';
import { def, named } from '../base/signature.ts';
import { assignRecord } from '../classes/struct.ts';
import { MjLogConfig, type MjLogMessage } from '../classes/structs.ts';

/** Destination of messages. */
export interface Console {
  print(text: string): void;
  warn(text: string): void;
}

const LogLevel = { DEBUG: 0, INFO: 1, WARNING: 2, ERROR: 3 } as const;
const units = ['', 'K', 'M', 'G', 'T', 'P', 'E'];

/** Text of a warning; `info` is the related number. */
const warnings: Readonly<Record<Warning, (info: number) => string>> = {
  0: (info) => `The inertia matrix is not positive definite at dof ${info}.`,
  1: (info) => `The contact buffer is full: at most ${info} contacts fit (ncon = ${info}).`,
  2: (info) => `The constraint buffer is full: at most ${info} rows fit (nefc = ${info}).`,
  3: (info) => `NaN, infinite or huge value in qpos[${info}]. The simulation is unstable.`,
  4: (info) => `NaN, infinite or huge value in qvel[${info}]. The simulation is unstable.`,
  5: (info) => `NaN, infinite or huge value in qacc[${info}]. The simulation is unstable.`,
  6: (info) => `NaN, infinite or huge value in ctrl[${info}]. All controls are treated as 0.`,
};

/** Output functions write to `out`. */
export function textFunctions(out: Console) {
  const config = MjLogConfig.make();
  config.logto_console = true;
  return named({
    mju_type2Str: def('type', (type) => nameOfType(type) ?? ''),
    mju_str2Type: def('str:s', (str) => (ObjType as Record<string, number>)[str.toUpperCase()] ?? 0),
    mju_warningText: def(
      'warning info',
      (warning, info) => warnings[warning as Warning]?.(info) ?? 'Invalid warning type.',
    ),
    mju_writeNumBytes: def('nbytes', numBytes),
    mju_printMat: def('mat<+nr*nc nr nc', (mat, nr, nc) => {
      for (let r = 0; r < nr; r++) out.print(row(mat.subarray(r * nc, (r + 1) * nc)));
    }),
    mju_printMatSparse: def('mat< rownnz<i rowadr<i=rownnz colind<i', (mat, rownnz, rowadr, colind) => {
      for (let r = 0; r < rownnz.length; r++) out.print(sparseRow(mat, rowadr[r], rownnz[r], colind));
    }),
    mju_getLogConfig: def('', () => MjLogConfig.on({ ...config, logfile: config.logfile.slice() })),
    mju_setLogConfig: def('config:MjLogConfig', (given) => assignRecord(config, given)),
    mju_message: def('msg:MjLogMessage', (message) => printMessage(out, message)),
    mju_info: def('topic msg:s', (topic, msg) => {
      if (topic === 0 || config.topics & (1 << (topic - 1))) out.print(msg);
    }),
    mju_writeLog: def('type:s msg:s', (type, msg) => out.warn(`${type}: ${msg}`)),
    // workers provide threads here
    mju_threadpool: def('d nthread', () => {}),
    error: def('msg:s', (msg): void => {
      throw new Error(msg);
    }),
  });
}

function nameOfType(type: number): string | undefined {
  if (type === ObjType.UNKNOWN) return undefined;
  return Object.entries(ObjType)
    .find(([, value]) => value === type)?.[0]
    .toLowerCase();
}

/** A byte count in the largest unit that divides it: 2K, 3M, 1025. */
function numBytes(bytes: number): string {
  let unit = 0;
  let rest = bytes;
  while (unit < units.length - 1 && rest > 0 && rest % 1024 === 0) {
    rest /= 1024;
    unit++;
  }
  return `${rest}${units[unit]}`;
}

function row(values: Float64Array): string {
  return Array.from(values, (x) => x.toFixed(8)).join(' ');
}

function sparseRow(mat: Float64Array, at: number, count: number, colind: Int32Array): string {
  return Array.from({ length: count }, (_, k) => `${colind[at + k]}: ${mat[at + k].toFixed(8)}`).join('  ');
}

function printMessage(out: Console, message: MjLogMessage[typeof INNER]): void {
  const subject = String.fromCharCode(...message.subject.subarray(0, message.subject.indexOf(0)));
  const text = [subject, message.body].filter(Boolean).join(': ');
  if (message.level === LogLevel.ERROR) throw new Error(text);
  if (message.level === LogLevel.WARNING) out.warn(text);
  else out.print(text);
}
