// A reference picture: rays of the official package find the visible points, and OpenGL's fixed-function lighting, which MuJoCo's renderer
// uses, gives their brightness. Geoms only; no haze, no mirrors, no transparency.

/** @typedef {{ rgb: Uint8Array, seen: Int32Array }} Picture  `seen`: the geom of each pixel, -1 for none */

const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (p, v, t) => [p[0] + t * v[0], p[1] + t * v[1], p[2] + t * v[2]];
const unit = (a) => {
  const length = Math.hypot(...a) || 1;
  return a.map((x) => x / length);
};
const at3 = (array, i) => [array[3 * i], array[3 * i + 1], array[3 * i + 2]];

/** The scene seen from its first camera. `switches` are the boolean arrays of the model, which the package cannot return.
 *  @returns {Picture} */
export function trace(engine, m, d, switches, width, height) {
  const ray = makeRay(engine, m, d);
  return picture(ray, copyFields(m, modelFields), copyFields(d, dataFields), switches, width, height);
}

function picture(ray, m, d, switches, width, height) {
  const lights = lightsOf(m, d, switches);
  const rgb = new Uint8Array(3 * width * height);
  const seen = new Int32Array(width * height).fill(-1);
  const eye = at3(d.cam_xpos, 0);
  const axis = (k) => [d.cam_xmat[k], d.cam_xmat[3 + k], d.cam_xmat[6 + k]];
  const [right, up, back] = [axis(0), axis(1), axis(2)];
  const reach = Math.tan((m.cam_fovy[0] * Math.PI) / 360);
  for (let i = 0; i < width * height; i++) {
    const x = ((2 * (i % width) + 1 - width) / height) * reach;
    const y = ((height - 1 - 2 * Math.floor(i / width)) / height) * reach;
    const direction = unit([0, 1, 2].map((k) => x * right[k] + y * up[k] - back[k]));
    const hit = ray(eye, direction);
    // far clipping distance of MuJoCo
    if (!hit || -hit.distance * dot(direction, back) > m.vis.map.zfar * m.stat.extent) continue;
    seen[i] = hit.geom;
    const point = along(eye, direction, hit.distance);
    const normal = dot(hit.normal, direction) > 0 ? hit.normal.map((n) => -n) : hit.normal;
    const color = shade(m, d, ray, lights, { geom: hit.geom, point, normal, eye, switches });
    for (let k = 0; k < 3; k++) rgb[3 * i + k] = Math.round(255 * color[k]);
  }
  return { rgb, seen };
}

const modelFields =
  'nlight vis stat cam_fovy light_type light_cutoff light_exponent light_attenuation light_ambient light_diffuse light_specular geom_matid geom_rgba geom_type geom_size mat_rgba mat_emission mat_specular mat_shininess mat_texid mat_texrepeat tex_type tex_width tex_height tex_nchannel tex_adr tex_data';
const dataFields = 'cam_xpos cam_xmat light_xpos light_xdir geom_xpos geom_xmat';

/** Fields of the package, read once: each access creates a view. */
function copyFields(from, names) {
  return Object.fromEntries(
    names.split(' ').map((name) => {
      const value = from[name];
      return [name, ArrayBuffer.isView(value) ? /** @type {Float64Array} */ (value).slice() : value];
    }),
  );
}

/** Nearest geom of a visible group along a ray, its distance and normal. */
function makeRay(engine, m, d) {
  const id = engine.IntBuffer.FromArray([-1]);
  const normal = engine.DoubleBuffer.FromArray([0, 0, 0]);
  return (from, direction) => {
    const distance = engine.mj_ray(m, d, from, direction, [1, 1, 1, 0, 0, 0], true, -1, id, normal);
    return distance < 0 ? undefined : { distance, geom: id.GetView()[0], normal: [...normal.GetView()] };
  };
}

/** The headlight shines along the view direction, the others from their poses in the model. */
function lightsOf(m, d, { light_active, light_castshadow }) {
  const color = (array, i) => at3(array, i);
  const { headlight } = m.vis;
  const back = [d.cam_xmat[2], d.cam_xmat[5], d.cam_xmat[8]];
  /** @type {{ pos: number[] | undefined, dir: number[], shadow: boolean, cutoff: number, exponent: number, attenuation: number[] }} */
  const head = {
    pos: undefined,
    dir: back.map((x) => -x),
    shadow: false,
    cutoff: 180,
    exponent: 0,
    attenuation: [1, 0, 0],
  };
  const lights = headlight.active
    ? [{ ...head, ambient: [...headlight.ambient], diffuse: [...headlight.diffuse], specular: [...headlight.specular] }]
    : [];
  for (let i = 0; i < m.nlight; i++) {
    if (!light_active[i]) continue;
    const sun = m.light_type[i] === 1;
    lights.push({
      pos: sun ? undefined : at3(d.light_xpos, i),
      dir: at3(d.light_xdir, i),
      shadow: light_castshadow[i] !== 0,
      cutoff: sun ? 180 : m.light_cutoff[i],
      exponent: sun ? 0 : m.light_exponent[i],
      attenuation: sun ? [1, 0, 0] : at3(m.light_attenuation, i),
      ambient: color(m.light_ambient, i),
      diffuse: color(m.light_diffuse, i),
      specular: color(m.light_specular, i),
    });
  }
  return lights;
}

/** Light is clamped at white before the texture modulates it: once for all lights without shadows, and once for each light that casts them. */
function shade(m, d, ray, lights, { geom, point, normal, eye, switches }) {
  const matid = m.geom_matid[geom];
  const material = materialOf(m, geom, matid);
  const texture = textureAt(m, d, geom, matid, point, switches);
  const passes = [lights.filter(({ shadow }) => !shadow), ...lights.filter(({ shadow }) => shadow).map((one) => [one])];
  const total = [0, 0, 0];
  passes.forEach((pass, number) => {
    const sum = number === 0 ? material.rgb.map((c) => c * material.emission) : [0, 0, 0];
    for (const light of pass) {
      const got = lit(light, material, point, normal, eye, ray);
      for (let k = 0; k < 3; k++) sum[k] += got[k];
    }
    for (let k = 0; k < 3; k++) total[k] += Math.min(1, sum[k]) * texture[k];
  });
  return total.map((c) => Math.min(1, c));
}

function materialOf(m, geom, matid) {
  const own = [...m.geom_rgba.subarray(4 * geom, 4 * geom + 3)];
  const plain = own.every((c) => Math.abs(c - 0.5) < 1e-6) && matid >= 0;
  return {
    rgb: plain ? [...m.mat_rgba.subarray(4 * matid, 4 * matid + 3)] : own,
    emission: matid >= 0 ? m.mat_emission[matid] : 0,
    specular: matid >= 0 ? m.mat_specular[matid] : 0.5,
    shininess: 128 * (matid >= 0 ? m.mat_shininess[matid] : 0.5),
  };
}

/** OpenGL's lighting with a local viewer: ambient + diffuse n.l + specular (n.h)^s, attenuated by distance and spot cone; a point in shadow
 *  gets nothing from that light. */
function lit(light, { rgb, specular, shininess }, point, normal, eye, ray) {
  const to = light.pos ? subtract(light.pos, point) : light.dir.map((x) => -x);
  const distance = Math.hypot(...to);
  const l = unit(to);
  const [constant, linear, square] = light.attenuation;
  const beam = light.cutoff >= 180 ? 1 : -dot(l, unit(light.dir));
  const inside = light.cutoff >= 180 || beam >= Math.cos((light.cutoff * Math.PI) / 180);
  const fade = light.pos ? 1 / (constant + linear * distance + square * distance * distance) : 1;
  const strength = inside ? fade * (light.cutoff >= 180 ? 1 : beam ** light.exponent) : 0;
  const facing = dot(normal, l);
  const blocker = light.shadow && strength > 0 ? ray(along(point, normal, 1e-4), l) : undefined;
  if (blocker && (!light.pos || blocker.distance < distance)) return [0, 0, 0];
  const half = unit(l.map((x, k) => x + unit(subtract(eye, point))[k]));
  const gloss = facing > 0 ? specular * Math.max(0, dot(normal, half)) ** shininess : 0;
  const bright = Math.max(0, facing);
  return [0, 1, 2].map(
    (k) => strength * (rgb[k] * (light.ambient[k] + light.diffuse[k] * bright) + light.specular[k] * gloss),
  );
}

const [PLANE, BOX] = [0, 6];

/** Color of the texture at a point: flat textures on planes and boxes, cube textures on the rest. */
function textureAt(m, d, geom, matid, point, { mat_texuniform }) {
  const white = [1, 1, 1];
  // the color role is the second of ten
  const tex = matid >= 0 ? m.mat_texid[10 * matid + 1] : -1;
  if (tex < 0) return white;
  const offset = subtract(point, at3(d.geom_xpos, geom));
  const R = d.geom_xmat.subarray(9 * geom, 9 * geom + 9);
  const local = [0, 1, 2].map((k) => R[k] * offset[0] + R[3 + k] * offset[1] + R[6 + k] * offset[2]);
  const size = at3(m.geom_size, geom);
  const uniform = mat_texuniform[matid] !== 0;
  if (m.tex_type[tex] === 0) {
    const repeat = [m.mat_texrepeat[2 * matid], m.mat_texrepeat[2 * matid + 1]];
    if (m.geom_type[geom] === BOX) return onBox(m, tex, local, size, uniform, repeat);
    if (m.geom_type[geom] !== PLANE) return white;
    const coordinate = (k) => (0.5 * repeat[k] * local[k]) / (uniform || size[k] <= 0 ? 1 : size[k]);
    return texel(m, tex, 0, coordinate(0) - 0.5, -coordinate(1) - 0.5);
  }
  return cubeTexel(
    m,
    tex,
    local.map((x, k) => (uniform ? x : x / (size[k] || size[0]))),
  );
}

/** Each face of a box shows the whole texture, repeated per face or per two meters. */
function onBox(m, tex, local, size, uniform, repeat) {
  const scaled = local.map((x, k) => x / size[k]);
  const face = [0, 1, 2].reduce((best, k) => (Math.abs(scaled[k]) > Math.abs(scaled[best]) ? k : best), 0);
  const [a, b] = [0, 1, 2].filter((k) => k !== face);
  const times = repeat.map((r, k) => r * (uniform ? size[k] : 1));
  return texel(m, tex, 0, 0.5 * (scaled[a] + 1) * times[0], (1 - 0.5 * (scaled[b] + 1)) * times[1]);
}

/** Bilinear interpolation, repeated. */
function texel(m, tex, face, s, t) {
  const width = m.tex_width[tex];
  const height = m.tex_type[tex] === 0 ? m.tex_height[tex] : width;
  const channels = m.tex_nchannel[tex];
  const from = Number(m.tex_adr[tex]) + face * width * width * channels;
  const wrap = (x, n) => ((x % n) + n) % n;
  const [x, y] = [s * width - 0.5, t * height - 0.5];
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const value = (a, b, k) => m.tex_data[from + channels * (wrap(b, height) * width + wrap(a, width)) + k] / 255;
  return [0, 1, 2].map((k) => {
    const row = (b) => value(i, b, k) * (1 - x + i) + value(i + 1, b, k) * (x - i);
    return row(j) * (1 - y + j) + row(j + 1) * (y - j);
  });
}

/** A cube texture in a direction, by OpenGL's table of faces. */
function cubeTexel(m, tex, direction) {
  const [x, y, z] = direction;
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const maxComponent = Math.max(ax, ay, az);
  const [face, s, t] =
    maxComponent === ax
      ? [x > 0 ? 0 : 1, x > 0 ? -z : z, -y]
      : maxComponent === ay
        ? [y > 0 ? 2 : 3, x, y > 0 ? z : -z]
        : [z > 0 ? 4 : 5, z > 0 ? x : -x, -y];
  const repeated = m.tex_height[tex] === m.tex_width[tex];
  const inside = (c) => Math.min(0.999, Math.max(0.001, 0.5 * (c / maxComponent + 1)));
  return texel(m, tex, repeated ? 0 : face, inside(s), inside(t));
}
