/** A program of a model: a module that controls it, and may also create it. It runs on the thread of the engine. */

import type { Data, Model } from '../../../index.ts';
import * as tenon from '../../../index.ts';

/** Argument of a program: all exports of the package. */
export type Tenon = typeof tenon;

/** Called before each step, to set controls. */
export type Control = (data: Data) => void;

/** Possible exports of a module. */
export interface Program {
  /** MJCF of the model, if it is not a file. */
  model?: (tenon: Tenon) => string;
  /** Called whenever the run starts over, so that its state starts over too. */
  controller?: (model: Model, tenon: Tenon) => Control;
}

const MODULE = /\.m?js$/;

/** Whether a URL is that of a program that creates its model. */
export function isProgram(url: string): boolean {
  return MODULE.test(new URL(url, 'file:///').pathname);
}

/** @throws Error if there is no module at the URL, or it exports neither function */
export async function loadProgram(url: string): Promise<Program> {
  // ignored by bundlers: the URL is known only at run time
  const found = (await import(/* @vite-ignore */ /* webpackIgnore: true */ url)) as Program;
  if (!found.model && !found.controller)
    throw new Error(`${url}: expected an export 'controller' or 'model', found ${exportsOf(found)}`);
  return found;
}

/** MJCF of the model that a program creates. */
export function modelText(program: Program, url: string): string {
  if (program.model) return program.model(tenon);
  throw new Error(`${url}: expected an export 'model', found ${exportsOf(program)}`);
}

/** The controllers of a run: each call creates one. */
export function controllersOf(program: Program | undefined, model: Model): (() => Control) | undefined {
  const make = program?.controller;
  return make && (() => make(model, tenon));
}

function exportsOf(found: object): string {
  return Object.keys(found).join(', ') || 'nothing';
}
