/*  The two convex shapes, 0 and 1, that GJK and EPA run on. Written by shape.ts. Three functions change them
 *  temporarily: ccd.ts shrinks round shapes to their cores, convexConvex.ts rotates a shape for additional contacts,
 *  convexHfield.ts moves a prism over a height field. Supports (support/) record the vertex that they found. */

/** Reals of a shape: position, rotation, size, margin, and corners: six of a prism, or up to four of a flex element, around
 *  which the size is a radius. */
export const SHAPE = 36;
export const POS = 0;
export const MAT = 3;
export const SIZE = 12;
export const MARGIN = 15;
export const PRISM = 16;
export const shape = new Float64Array(2 * SHAPE);

/** Ints of a shape. */
export const SHAPE_INT = 9;
/** A Kind: how to find a support. */
export const KIND = 0;
/** A GeomType. */
export const TYPE = 1;
/** Mesh id, or the number of corners of a flex element. */
export const MESH = 2;
/** Vertex of the last support among the vertices of the mesh, or corner of a box; -1 before the first support. */
export const VERTEX = 3;
/** The same vertex among those of the hull. */
export const HULL_VERTEX = 4;
/** Address of the mesh in mesh_vert. */
export const COORDINATES = 5;
/** Addresses in mesh_graph: start of each vertex's neighbor list, vertex ids in the mesh, neighbor lists ended by -1. */
export const LISTS = 6;
export const NUMBERS = 7;
export const NEIGHBORS = 8;
export const shapeInt = new Int32Array(2 * SHAPE_INT);

/** How to find a support. While GJK runs with the radius as a margin, a sphere is a POINT and a capsule a LINE. */
export const Kind = {
  POINT: 0,
  LINE: 1,
  SPHERE: 2,
  CAPSULE: 3,
  ELLIPSOID: 4,
  CYLINDER: 5,
  BOX: 6,
  MESH: 7,
  HULL: 8,
  PRISM: 9,
  ELEMENT: 10,
} as const;
