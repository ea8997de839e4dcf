/** Attributes in `deformable`. Generated from the grammar by scripts/specTypes.mjs. */

import type { Ref, Vector } from '../types.ts';

/** A deformable body. */
export interface DeformableFlexAttributes {
  /** name */
  name?: string;
  /** group */
  group?: number;
  /** dimension */
  dim?: number;
  /** radius around elements */
  radius?: number;
  /** material */
  material?: Ref;
  /** color; 4 numbers */
  rgba?: Vector;
  /** flat shading */
  flatskin?: boolean;
  /** bodies of the vertices */
  body: string;
  /** vertices; any count of numbers */
  vertex?: Vector;
  /** elements; any count of numbers */
  element: Vector;
  /** texture coordinates; any count of numbers */
  texcoord?: Vector;
  /** texture coordinates per element; any count of numbers */
  elemtexcoord?: Vector;
  /** bodies of the nodes */
  node?: string;
  /** nodes in body frames; any count of numbers */
  nodecoord?: Vector;
  /** cells per axis; 3 numbers */
  cellcount?: Vector;
  /** degrees of freedom */
  dof?: 'full' | 'radial' | 'trilinear' | 'quadratic' | '2d';
}

/** Contacts of a flex. */
export interface DeformableFlexContactAttributes {
  /** contact bits */
  contype?: number;
  /** contact bits accepted */
  conaffinity?: number;
  /** contact dimensions */
  condim?: number;
  /** priority of contact parameters */
  priority?: number;
  /** friction; 1 to 3 numbers */
  friction?: Vector;
  /** weight for mixing contact parameters */
  solmix?: number;
  /** constraint reference; 1 to 2 numbers */
  solref?: Vector;
  /** constraint impedance; 1 to 5 numbers */
  solimp?: Vector;
  /** contact margin */
  margin?: number;
  /** contact gap */
  gap?: number;
  /** contacts inside elements */
  internal?: boolean;
  /** self-collision method */
  selfcollide?: 'none' | 'narrow' | 'bvh' | 'sap' | 'auto';
  /** number of colliding layers */
  activelayers?: number;
  /** treat contacts as passive forces */
  passive?: boolean;
}

/** Edges of a flex. */
export interface DeformableFlexEdgeAttributes {
  /** stiffness */
  stiffness?: number;
  /** damping */
  damping?: number;
}

/** Elastic properties. */
export interface DeformableFlexElasticityAttributes {
  /** Young modulus */
  young?: number;
  /** Poisson ratio */
  poisson?: number;
  /** damping */
  damping?: number;
  /** thickness of shells */
  thickness?: number;
  /** whether shells resist bending and stretching */
  elastic2d?: 'none' | 'bend' | 'stretch' | 'both';
}

/** A mesh that deforms with bodies. */
export interface DeformableSkinAttributes {
  /** name */
  name?: string;
  /** SKN file */
  file?: string;
  /** material */
  material?: Ref;
  /** color; 4 numbers */
  rgba?: Vector;
  /** inflation along normals */
  inflate?: number;
  /** vertices; any count of numbers */
  vertex?: Vector;
  /** texture coordinates; any count of numbers */
  texcoord?: Vector;
  /** triangles; any count of numbers */
  face?: Vector;
  /** group */
  group?: number;
}

/** A body that moves vertices of a skin. */
export interface DeformableSkinBoneAttributes {
  /** the body */
  body: Ref;
  /** position of the body when bound; 3 numbers */
  bindpos: Vector;
  /** orientation of the body when bound; 4 numbers */
  bindquat: Vector;
  /** vertices; any count of numbers */
  vertid: Vector;
  /** weights of the vertices; any count of numbers */
  vertweight: Vector;
}

export interface DeformableFlexElements {
  /** Contacts of a flex. */
  contact: [DeformableFlexContactAttributes, never];
  /** Edges of a flex. */
  edge: [DeformableFlexEdgeAttributes, never];
  /** Elastic properties. */
  elasticity: [DeformableFlexElasticityAttributes, never];
}

export interface DeformableSkinElements {
  /** A body that moves vertices of a skin. */
  bone: [DeformableSkinBoneAttributes, never];
}

export interface DeformableElements {
  /** A deformable body. */
  flex: [DeformableFlexAttributes, 'body' | 'node' | 'dof'];
  /** A mesh that deforms with bodies. */
  skin: [DeformableSkinAttributes, 'file'];
}
