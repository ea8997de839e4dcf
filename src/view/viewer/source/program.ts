/** A program that belongs to a model: a module that moves it, and may make it too. It is loaded where the engine runs. */

import type { Data, Model } from '../../../index.ts';
import * as tenon from '../../../index.ts';

/** What a program gets besides its model: everything that the package exports. */
export type Tenon = typeof tenon;

/** Called before each step, to set controls. */
export type Control = (data: Data) => void;

/** What a module may export. */
export interface Program {
  /** The text of its model, if it is no file. */
  model?: (tenon: Tenon) => string;
  /** Made anew whenever the run starts over, so what it remembers starts over too. */
  controller?: (model: Model, tenon: Tenon) => Control;
}

const MODULE = /\.m?js$/;

/** Whether an address is that of a program, which makes its model. */
export function isProgram(url: string): boolean {
  return MODULE.test(new URL(url, 'file:///').pathname);
}

/** @throws if there is no module at the address, or one that exports neither */
export async function loadProgram(url: string): Promise<Program> {
  // bundlers leave it alone: it is not known before the page runs
  const found = (await import(/* @vite-ignore */ /* webpackIgnore: true */ url)) as Program;
  if (!found.model && !found.controller)
    throw new Error(`${url}: expected an exported function 'controller' or 'model', found ${exportsOf(found)}`);
  return found;
}

/** The text of the model that a program makes. */
export function modelText(program: Program, url: string): string {
  if (program.model) return program.model(tenon);
  throw new Error(`${url}: expected an exported function 'model', found ${exportsOf(program)}`);
}

/** The controllers of a run: each call begins one. */
export function controllersOf(program: Program | undefined, model: Model): (() => Control) | undefined {
  const make = program?.controller;
  return make && (() => make(model, tenon));
}

function exportsOf(found: object): string {
  return Object.keys(found).join(', ') || 'nothing';
}
