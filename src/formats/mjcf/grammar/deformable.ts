/** Deformables: flex, flexcomp, skin, composite. */

import { Flex, Flexcomp, Skin } from '../../spec/elements/deformable.ts';
import {
  bool,
  element,
  file,
  float,
  floats,
  id,
  int,
  ints,
  keyword,
  orientation,
  real,
  reals,
  ref,
  text,
} from '../grammar.ts';
import {
  COMPOSITE_JOINT,
  COMPOSITE_TYPE,
  ELASTIC_2D,
  FLEX_EQUALITY,
  FLEX_SELF,
  FLEXCOMP_DOF,
  FLEXCOMP_TYPE,
  GEOM_TYPE,
  JOINT_TYPE,
  LIMITED,
} from '../keywords.ts';
import { plugin } from './extension.ts';

const bone = element('bone', 'A body that moves vertices of a skin.', () => [
  ref('body', 'body', 'the body', { required: true }),
  floats('bindpos', 3, 'position of the body when bound', { required: true }),
  floats('bindquat', 4, 'orientation of the body when bound', { required: true }),
  ints('vertid', 'any', 'vertices', { required: true }),
  floats('vertweight', 'any', 'weights of the vertices', { required: true }),
]);

export const skin = element(
  'skin',
  'A mesh that deforms with bodies.',
  () => [
    id('name'),
    file('file', 'SKN file'),
    ref('material', 'material', 'material'),
    floats('rgba', 4, 'color'),
    float('inflate', 'inflation along normals'),
    floats('vertex', 'any', 'vertices', { field: 'vert' }),
    floats('texcoord', 'any', 'texture coordinates'),
    ints('face', 'any', 'triangles'),
    int('group', 'group'),
  ],
  { children: [bone], defaults: () => new Skin() },
);

const contactAttributes = [
  int('contype', 'contact bits'),
  int('conaffinity', 'contact bits accepted'),
  int('condim', 'contact dimensions'),
  int('priority', 'priority of contact parameters'),
  reals('friction', [1, 3], 'friction'),
  real('solmix', 'weight for mixing contact parameters'),
  reals('solref', [1, 2], 'constraint reference'),
  reals('solimp', [1, 5], 'constraint impedance'),
  real('margin', 'contact margin'),
  real('gap', 'contact gap'),
];

const flexDefaults = { defaults: () => new Flex() };

const flexContact = element(
  'contact',
  'Contacts of a flex.',
  () => [
    ...contactAttributes,
    bool('internal', 'contacts inside elements'),
    keyword('selfcollide', FLEX_SELF, 'self-collision method'),
    int('activelayers', 'number of colliding layers'),
    bool('passive', 'treat contacts as passive forces'),
  ],
  flexDefaults,
);

const elasticity = element(
  'elasticity',
  'Elastic properties.',
  () => [
    real('young', 'Young modulus'),
    real('poisson', 'Poisson ratio'),
    real('damping', 'damping'),
    real('thickness', 'thickness of shells'),
    keyword('elastic2d', ELASTIC_2D, 'whether shells resist bending and stretching'),
  ],
  flexDefaults,
);

const edgeForces = [
  real('stiffness', 'stiffness', { field: 'edgestiffness' }),
  real('damping', 'damping', { field: 'edgedamping' }),
];
const flexEdge = element('edge', 'Edges of a flex.', () => edgeForces, flexDefaults);

const flex = element(
  'flex',
  'A deformable body.',
  () => [
    id('name'),
    int('group', 'group'),
    int('dim', 'dimension'),
    real('radius', 'radius around elements'),
    ref('material', 'material', 'material'),
    floats('rgba', 4, 'color'),
    bool('flatskin', 'flat shading'),
    text('body', 'bodies of the vertices', { custom: true, required: true }),
    reals('vertex', 'any', 'vertices', { field: 'vert' }),
    ints('element', 'any', 'elements', { field: 'elem', required: true }),
    floats('texcoord', 'any', 'texture coordinates'),
    ints('elemtexcoord', 'any', 'texture coordinates per element'),
    text('node', 'bodies of the nodes', { custom: true }),
    reals('nodecoord', 'any', 'nodes in body frames', { field: 'node' }),
    ints('cellcount', 3, 'cells per axis'),
    keyword('dof', FLEXCOMP_DOF, 'degrees of freedom', { custom: true }),
  ],
  { single: [flexContact, flexEdge, elasticity], ...flexDefaults },
);

export const deformable = element('deformable', 'Deformable bodies and skins.', () => [], { children: [flex, skin] });

const compositeJoint = element('joint', 'Joints of a composite.', () => [
  keyword('kind', COMPOSITE_JOINT, 'which joints', { required: true, custom: true }),
  int('group', 'group'),
  real('stiffness', 'stiffness', { custom: true }),
  real('damping', 'damping', { custom: true }),
  real('armature', 'armature'),
  // for removed shapes: read and ignored, as in MuJoCo, like `limited`
  reals('solreffix', [1, 2], 'constraint reference', { custom: true }),
  reals('solimpfix', [1, 5], 'constraint impedance', { custom: true }),
  keyword('type', JOINT_TYPE, 'type', { custom: true }),
  reals('axis', 3, 'axis'),
  keyword('limited', LIMITED, 'whether limited', { custom: true }),
  reals('range', 2, 'limits'),
  real('margin', 'margin of limits'),
  reals('solreflimit', [1, 2], 'limit reference', { field: 'solref_limit' }),
  reals('solimplimit', [1, 5], 'limit impedance', { field: 'solimp_limit' }),
  real('frictionloss', 'friction loss'),
  reals('solreffriction', [1, 2], 'friction reference', { field: 'solref_friction' }),
  reals('solimpfriction', [1, 5], 'friction impedance', { field: 'solimp_friction' }),
]);

const compositeSkin = element('skin', 'Skin of a composite.', () => [
  bool('texcoord', 'generate texture coordinates'),
  ref('material', 'material', 'material'),
  int('group', 'group'),
  floats('rgba', 4, 'color'),
  real('inflate', 'inflation along normals'),
  int('subgrid', 'subdivision'),
]);

const compositeGeom = element('geom', 'Geoms of a composite.', () => [
  keyword('type', GEOM_TYPE, 'type'),
  ...contactAttributes,
  int('group', 'group'),
  reals('size', [1, 3], 'size'),
  ref('material', 'material', 'material'),
  floats('rgba', 4, 'color'),
  real('mass', 'mass'),
  real('density', 'density'),
  reals('surfacevel', [1, 6], 'surface velocity'),
  real('adhesion', 'adhesion'),
]);

const compositeSite = element('site', 'Sites of a composite.', () => [
  int('group', 'group'),
  reals('size', [1, 3], 'size'),
  ref('material', 'material', 'material'),
  floats('rgba', 4, 'color'),
]);

export const composite = element(
  'composite',
  'An object composed of many bodies.',
  () => [
    text('prefix', 'prefix of names'),
    keyword('type', COMPOSITE_TYPE, 'type', { required: true }),
    ints('count', [1, 3], 'bodies per axis'),
    reals('offset', 3, 'offset'),
    floats('vertex', 'any', 'vertices'),
    text('initial', 'joint of the first body: free, ball or none'),
    text('curve', 'shape of the curve: s, cos(s), sin(s) or 0 for each axis', { custom: true }),
    reals('size', [1, 3], 'length, radius and half turns of the curve'),
    reals('quat', 4, 'orientation'),
  ],
  { children: [compositeJoint, plugin], single: [compositeSkin, compositeGeom, compositeSite] },
);

const flexcompEdge = element(
  'edge',
  'Edges of a flex.',
  () => [
    keyword('equality', FLEX_EQUALITY, 'edges as constraints'),
    reals('solref', [1, 2], 'constraint reference', { field: 'edgesolref' }),
    reals('solimp', [1, 5], 'constraint impedance', { field: 'edgesolimp' }),
    ...edgeForces,
  ],
  { defaults: () => new Flexcomp() },
);

const pin = element('pin', 'Fixed vertices.', () => [
  ints('id', 'any', 'vertices', { custom: true }),
  ints('range', 'any', 'ranges of vertices', { custom: true }),
  ints('grid', 'any', 'grid points', { custom: true }),
  ints('gridrange', 'any', 'ranges of grid points', { custom: true }),
]);

export const flexcomp = element(
  'flexcomp',
  'A flex together with its bodies.',
  () => [
    id('name', { required: true }),
    keyword('type', FLEXCOMP_TYPE, 'type'),
    int('group', 'group'),
    int('dim', 'dimension'),
    keyword('dof', FLEXCOMP_DOF, 'degrees of freedom'),
    ints('count', 3, 'points per axis'),
    ints('cellcount', 3, 'cells per axis'),
    reals('spacing', 3, 'distance between points'),
    real('radius', 'radius around elements'),
    bool('rigid', 'create a single rigid body'),
    real('mass', 'mass'),
    real('inertiabox', 'size of the inertia boxes'),
    reals('scale', 3, 'scale'),
    file('file', 'mesh file'),
    reals('point', 'any', 'points'),
    ints('element', 'any', 'elements', { field: 'elem' }),
    floats('texcoord', 'any', 'texture coordinates'),
    ref('material', 'material', 'material'),
    floats('rgba', 4, 'color'),
    bool('flatskin', 'flat shading'),
    reals('pos', 3, 'position'),
    ...orientation,
    reals('origin', 3, 'interior point of volumes'),
  ],
  { single: [flexcompEdge, elasticity, flexContact], children: [pin, plugin], defaults: () => new Flexcomp() },
);
