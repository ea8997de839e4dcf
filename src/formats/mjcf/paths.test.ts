import { expect, test } from 'vitest';
import { joinPath, pathFrom } from './paths.ts';

test.each([
  ['', 'a.obj', 'a.obj'],
  ['models/', 'models/a.obj', 'a.obj'],
  ['models', 'models/a.obj', 'a.obj'],
  ['models', 'modelsets/a.obj', '../modelsets/a.obj'],
  ['models/', 'meshes/a.obj', '../meshes/a.obj'],
  ['../models/', '../meshes/a.obj', '../meshes/a.obj'],
  ['models', '../../a.obj', '../../../a.obj'],
  ['/x/models', '/x/y/a.obj', '../y/a.obj'],
  ['/x', '/a.obj', '../a.obj'],
  ['C:\\models', 'C:\\meshes\\a.obj', '../meshes/a.obj'],
  ['C:/models', 'D:/a.obj', 'D:/a.obj'],
  ['models', '/a.obj', '/a.obj'],
])("from '%s' the way to '%s' is '%s', and leads there", (folder, file, way) => {
  expect(pathFrom(folder, file)).toBe(way);
  expect(joinPath(folder, way)).toBe(joinPath('', file));
});

test('a way through a folder whose name is not known is an error', () => {
  expect(() => pathFrom('../models', 'a.obj')).toThrow("the way from '../models' to 'a.obj' is unknown");
  expect(() => pathFrom('/models', 'a.obj')).toThrow('give absolute paths');
});
