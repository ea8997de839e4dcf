/** `mju_` functions of muscles, and of rays against single shapes. */
import { muscleBias, muscleDynamics, muscleGain } from '../../core/engine/actuation/muscle.ts';
import { rayPrimitive } from '../../core/engine/collision/ray/primitive.ts';
import { def, named } from '../base/signature.ts';
import { makeRay, raySkin } from './raySkin.ts';

export const actuationFunctions = named({
  mju_muscleGain: def('len vel lengthrange<+2 acc0 prm<+9', (len, vel, lengthrange, acc0, prm) =>
    muscleGain(len, vel, lengthrange, 0, acc0, prm, 0),
  ),
  mju_muscleBias: def('len lengthrange<+2 acc0 prm<+9', (len, lengthrange, acc0, prm) =>
    muscleBias(len, lengthrange, 0, acc0, prm, 0),
  ),
  mju_muscleDynamics: def('ctrl act prm<+3', (ctrl, act, prm) => muscleDynamics(ctrl, act, prm, 0)),
  mju_rayGeom: def(
    'pos<+3 mat<+9 size<+3 pnt<+3 vec<+3 geomtype normal>?+3',
    (pos, mat, size, pnt, vec, type, normal) =>
      rayPrimitive(type, pos, mat, size, 0, makeRay(pnt, vec), normal ?? new Float64Array(3), 0),
  ),
  mju_raySkin: def('nface nvert face<i+3*nface vert<f+3*nvert pnt<+3 vec<+3 vertid>i?', raySkin),
});
