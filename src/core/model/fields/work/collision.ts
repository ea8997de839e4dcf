import type { Row } from '../row.ts';

/** Scratch of `engine/collision`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`). */
export const collisionWork = {
  fixed: [
    // broad phase: collidable bodies, their boxes (min and max along each axis), sorted ends of the boxes along x
    ['work_col_body', 'i32', 'nbody', 1],
    ['work_col_box', 'f64', 'nbody', 6],
    ['work_col_key', 'i32', 'nbody', 2],
    ['work_col_end', 'i32', 'nbody', 2],
    ['work_col_key2', 'i32', 'nbody', 2],
    ['work_col_end2', 'i32', 'nbody', 2],
    // boxes that contain the position of the sweep: a list with their y and z bounds, or cells of a grid; the cell of
    // each box or -1, its index in the list or the previous box in the cell, the next box in the cell
    ['work_col_list', 'i32', 'nbody', 1],
    ['work_col_head', 'i32', 'nbody', 1],
    ['work_col_cell', 'i32', 'nbody', 1],
    ['work_col_place', 'i32', 'nbody', 1],
    ['work_col_next', 'i32', 'nbody', 1],
    ['work_col_tally', 'i32', 'nbody', 1],
    // the axes, as rows, along which boxes are compared
    ['work_col_frame', 'f64', 3, 3],
    // number of calls for which grazing contacts still count
    ['work_col_touch', 'i32', 1, 1],
    // sleeping bodies: those that can collide, boxes by body, a hash table of cells, lists of the bodies in a cell,
    // bodies that are too large for it, counts
    ['work_sleeper_body', 'i32', 'nbody', 1],
    ['work_sleeper_box', 'f64', 'nbody', 6],
    ['work_sleeper_head', 'i32', 'nbody', 1],
    ['work_sleeper_next', 'i32', 'nbody', 1],
    ['work_sleeper_huge', 'i32', 'nbody', 1],
    ['work_sleeper_int', 'i32', 4, 1],
    // mid phase: stack of pairs of nodes
    ['work_col_stack', 'i32', 'ngeom', 4],
    // convex geoms: cache of separating directions: other geom plus one, and the direction
    ['work_apart_geom', 'i32', 'ngeom', 4],
    ['work_apart_axis', 'f64', 'ngeom', 12],
    // clipping of faces, sized by the polygons of meshes: polygons and planes, normals of faces, numbers of faces
    ['work_ccd_clip', 'f64', 'npolygonmax', 30],
    ['work_ccd_normal', 'f64', 'nmeshdegmax', 27],
    ['work_ccd_index', 'i32', 'nmeshdegmax', 6],
    // rays: the geom that was hit, the normal there, and per geom the angular extent from the origin
    ['work_ray_geom', 'i32', 1, 1],
    ['work_ray_normal', 'f64', 1, 3],
    ['work_ray_skip', 'i32', 'ngeom', 1],
    ['work_ray_angle', 'f64', 'ngeom', 4],
    // distance between geoms: the nearest points
    ['work_fromto', 'f64', 1, 6],
  ],
  arena: [
    // pairs of bodies from the broad phase, with capacity for the sort; pairs of geoms from the mid phase, likewise
    ['work_col_bodypair', 'i32', 'con_cap', 8],
    ['work_col_bodypair2', 'i32', 'con_cap', 8],
    ['work_col_geompair', 'i32', 'con_cap', 8],
    ['work_col_geompair2', 'i32', 'con_cap', 8],
    // derivatives: error of a contact relative to that of the exact shapes: distance, normal, position
    ['work_con_error', 'f64', 'con_cap', 3],
  ],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
