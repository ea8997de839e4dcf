/** <sensor>: every row of the table of sensors as an element. */

import { SENSORS, type SensorName, type SensorNameOf, type SensorRow } from '../../../core/model/sensors.ts';
import { Sensor } from '../../spec/elements/actuation.ts';
import {
  type Attribute,
  element,
  exclusive,
  flags,
  id,
  int,
  keyword,
  oneof,
  type Rule,
  real,
  reals,
  ref,
  text,
  together,
} from '../grammar.ts';
import {
  CONTACT_DATA,
  DATA_TYPE,
  FRAME_OBJECT,
  INTERPOLATION,
  keywordOf,
  OBJECT_TYPE,
  RAY_DATA,
  REDUCE,
  STAGE,
} from '../keywords.ts';
import { config, pluginUse } from './extension.ts';

const own = { custom: true } as const;

const history: readonly Attribute[] = [
  int('nsample', 'number of samples in the history buffer'),
  keyword('interp', INTERPOLATION, 'interpolation between samples'),
  real('delay', 'delay'),
  reals('interval', [1, 2], 'period and phase of sampling'),
];
const cutoff = real('cutoff', 'maximum magnitude; 0: no limit');
const noise = real('noise', 'standard deviation of noise; stored, not applied');
const user = reals('user', 'any', 'user-defined values', { field: 'userdata' });
const base: readonly Attribute[] = [id('name'), ...history, cutoff, noise, user];

const objtype = keyword('objtype', FRAME_OBJECT, 'kind of object', { required: true });
const objname = text('objname', 'the object', { required: true });
const reference = [
  keyword('reftype', FRAME_OBJECT, 'kind of the frame of reference'),
  text('refname', 'the frame of reference'),
];
const geomOrBody = [
  ref('geom1', 'geom', 'first geom', own),
  ref('geom2', 'geom', 'second geom', own),
  ref('body1', 'body', 'first body: its nearest geom', own),
  ref('body2', 'body', 'second body: its nearest geom', own),
];

const oneEach = [
  exclusive('geom1', 'body1'),
  oneof('geom1', 'body1'),
  exclusive('geom2', 'body2'),
  oneof('geom2', 'body2'),
];

/** Attributes and rules of an element, by the way it names its object. */
function form(name: SensorName): [readonly Attribute[], readonly Rule[]] {
  const row: SensorRow = SENSORS[name];
  switch (row.form) {
    case 'object': {
      const kind = keywordOf(OBJECT_TYPE, row.objects[0]!);
      return [kind ? [...base, ref(kind, kind, `the ${kind}`, { field: 'objname', required: true })] : base, []];
    }
    case 'frame':
      return [[...base, objtype, objname], []];
    case 'relative':
      return [[...base, objtype, objname, ...reference], [together('reftype', 'refname')]];
    case 'pair':
      return [[...base, ...geomOrBody], oneEach];
    case 'own':
      return OWN[name as SensorNameOf<{ form: 'own' }>]();
  }
}

const OWN: Readonly<Record<SensorNameOf<{ form: 'own' }>, () => [readonly Attribute[], readonly Rule[]]>> = {
  CAMPROJECTION: () => [
    [
      ...base,
      ref('site', 'site', 'the site', { field: 'objname', required: true }),
      ref('camera', 'camera', 'the camera', { field: 'refname', required: true }),
    ],
    [],
  ],
  RANGEFINDER: () => [
    [
      ...base,
      ref('site', 'site', 'the site', own),
      ref('camera', 'camera', 'the camera', own),
      flags('data', RAY_DATA, 'reported fields, in this order', own),
    ],
    [exclusive('site', 'camera'), oneof('site', 'camera')],
  ],
  INSIDESITE: () => [
    [...base, ref('site', 'site', 'the site', { field: 'refname', required: true }), objtype, objname],
    [],
  ],
  CONTACT: () => [
    [
      ...base,
      ...geomOrBody,
      ref('subtree1', 'body', 'first subtree', own),
      ref('subtree2', 'body', 'second subtree', own),
      ref('site', 'site', 'contacts inside this site', own),
      int('num', 'number of contacts reported', { custom: true, nonempty: true }),
      flags('data', CONTACT_DATA, 'reported fields, in this order', own),
      keyword('reduce', REDUCE, 'selection of the reported contacts', own),
    ],
    [exclusive('geom1', 'body1', 'subtree1', 'site'), exclusive('geom2', 'body2', 'subtree2')],
  ],
  TACTILE: () => [
    [
      id('name'),
      ref('geom', 'geom', 'the geom', { custom: true, required: true }),
      ref('mesh', 'mesh', 'the mesh of taxels', { custom: true, required: true }),
      ...history,
      user,
    ],
    [],
  ],
  USER: () => [
    [
      id('name'),
      text('objtype', 'kind of object', own),
      text('objname', 'the object'),
      keyword('datatype', DATA_TYPE, 'kind of data'),
      keyword('needstage', STAGE, 'stage after which it is computed'),
      int('dim', 'dimension', { required: true }),
      cutoff,
      noise,
      user,
    ],
    [together('objtype', 'objname')],
  ],
  PLUGIN: () => [
    [
      id('name'),
      ...pluginUse,
      cutoff,
      text('objtype', 'kind of object', own),
      text('objname', 'the object'),
      text('reftype', 'kind of the frame of reference', own),
      text('refname', 'the frame of reference'),
      user,
    ],
    [together('objtype', 'objname'), together('reftype', 'refname')],
  ],
};

/** Sensors by their elements. */
export const SENSOR_TAGS: ReadonlyMap<string, SensorName> = new Map(
  (Object.keys(SENSORS) as SensorName[]).map((name) => [SENSORS[name].tag, name]),
);

const sensors = [...SENSOR_TAGS].map(([tag, name]) => {
  return element(tag, `Measures: ${SENSORS[name].measures}.`, () => form(name)[0], {
    rules: () => form(name)[1],
    defaults: () => new Sensor(),
    children: name === 'PLUGIN' ? [config] : [],
  });
});

export const sensor = element('sensor', 'Sensors.', () => [], { children: sensors });
