/** Categories of visual elements. */
export const CatBit = { STATIC: 1, DYNAMIC: 2, DECOR: 4, ALL: 7 } as const;

export const CameraType = { FREE: 0, TRACKING: 1, FIXED: 2, USER: 3 } as const;

/** Mouse actions on a camera or a perturbed body. */
export const Mouse = {
  NONE: 0,
  ROTATE_V: 1,
  ROTATE_H: 2,
  MOVE_V: 3,
  MOVE_H: 4,
  ZOOM: 5,
  MOVE_V_REL: 6,
  MOVE_H_REL: 7,
  TURN_V: 8,
  TURN_H: 9,
} as const;

export const PertBit = { TRANSLATE: 1, ROTATE: 2 } as const;

/** Objects with labels. */
export const Label = {
  NONE: 0,
  BODY: 1,
  JOINT: 2,
  GEOM: 3,
  SITE: 4,
  CAMERA: 5,
  LIGHT: 6,
  TENDON: 7,
  ACTUATOR: 8,
  CONSTRAINT: 9,
  FLEX: 10,
  SKIN: 11,
  SELECTION: 12,
  SELPNT: 13,
  CONTACTPOINT: 14,
  CONTACTFORCE: 15,
  ISLAND: 16,
} as const;

/** Objects whose frames are drawn. */
export const Frame = { NONE: 0, BODY: 1, GEOM: 2, SITE: 3, CAMERA: 4, LIGHT: 5, CONTACT: 6, WORLD: 7 } as const;

/** Visual elements: flags of MjvOption. */
export const VisFlag = {
  CONVEXHULL: 0,
  TEXTURE: 1,
  JOINT: 2,
  CAMERA: 3,
  ACTUATOR: 4,
  ACTIVATION: 5,
  LIGHT: 6,
  TENDON: 7,
  RANGEFINDER: 8,
  CONSTRAINT: 9,
  INERTIA: 10,
  SCLINERTIA: 11,
  PERTFORCE: 12,
  PERTOBJ: 13,
  CONTACTPOINT: 14,
  ISLAND: 15,
  CONTACTFORCE: 16,
  CONTACTSPLIT: 17,
  TRANSPARENT: 18,
  AUTOCONNECT: 19,
  COM: 20,
  SELECT: 21,
  STATIC: 22,
  SKIN: 23,
  FLEXVERT: 24,
  FLEXEDGE: 25,
  FLEXFACE: 26,
  FLEXSKIN: 27,
  BODYBVH: 28,
  MESHBVH: 29,
  SDFITER: 30,
} as const;

/** Rendering effects: flags of MjvScene. */
export const RndFlag = {
  SHADOW: 0,
  WIREFRAME: 1,
  REFLECTION: 2,
  ADDITIVE: 3,
  SKYBOX: 4,
  FOG: 5,
  HAZE: 6,
  DEPTH: 7,
  SEGMENT: 8,
  IDCOLOR: 9,
  CULL_FACE: 10,
} as const;

export const Stereo = { NONE: 0, QUADBUFFERED: 1, SIDEBYSIDE: 2 } as const;
