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
])("the path from '%s' to '%s' is '%s', and resolves to the file", (folder, file, way) => {
  expect(pathFrom(folder, file)).toBe(way);
  expect(joinPath(folder, way)).toBe(joinPath('', file));
});

test('a path through a folder with an unknown name is an error', () => {
  expect(() => pathFrom('../models', 'a.obj')).toThrow("no relative path from '../models' to 'a.obj'");
  expect(() => pathFrom('/models', 'a.obj')).toThrow('Pass absolute paths');
});
