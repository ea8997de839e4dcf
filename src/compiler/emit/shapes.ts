/** Writes geoms, sites, cameras and lights into the Model. */

import type { Model } from '../../core/model/model.ts';
import type { CameraNode, CompileState, GeomNode, LightNode, SiteNode } from '../compileState.ts';
import { partSameFrame } from '../sameFrame.ts';

export function writeShapes(state: CompileState, m: Model): void {
  for (const geom of state.geoms) writeGeom(m, geom);
  for (const site of state.sites) writeSite(m, site);
  for (const camera of state.cameras) writeCamera(m, camera);
  for (const light of state.lights) writeLight(m, light);
}

function writeGeom(m: Model, geom: GeomNode): void {
  const { id: g, spec, body } = geom;
  m.geom_type[g] = spec.type;
  m.geom_contype[g] = spec.contype;
  m.geom_conaffinity[g] = spec.conaffinity;
  m.geom_condim[g] = spec.condim;
  m.geom_bodyid[g] = body.id;
  m.geom_dataid[g] = geom.mesh?.id ?? geom.hfield?.id ?? -1;
  m.geom_matid[g] = geom.matid;
  m.geom_group[g] = spec.group;
  m.geom_priority[g] = spec.priority;
  m.geom_sameframe[g] = partSameFrame(geom.pos, geom.quat, body.ipos, body.iquat);
  m.geom_solmix[g] = spec.solmix;
  m.geom_solref.set(spec.solref, 2 * g);
  m.geom_solimp.set(spec.solimp, 5 * g);
  m.geom_size.set(geom.size, 3 * g);
  m.geom_aabb.set(geom.aabb, 6 * g);
  m.geom_rbound[g] = geom.rbound;
  m.geom_pos.set(geom.pos, 3 * g);
  m.geom_quat.set(geom.quat, 4 * g);
  m.geom_friction.set(spec.friction, 3 * g);
  m.geom_margin[g] = spec.margin;
  m.geom_gap[g] = spec.gap;
  m.geom_surfacevel.set(geom.surfacevel, 6 * g);
  m.geom_adhesion[g] = spec.adhesion;
  m.geom_fluid.set(geom.fluid, 12 * g);
  m.geom_user.set(spec.userdata, m.nuser_geom * g);
  m.geom_rgba.set(spec.rgba, 4 * g);
}

function writeSite(m: Model, site: SiteNode): void {
  const { id: s, spec, body } = site;
  m.site_type[s] = spec.type;
  m.site_bodyid[s] = body.id;
  m.site_matid[s] = site.matid;
  m.site_group[s] = spec.group;
  m.site_sameframe[s] = partSameFrame(site.pos, site.quat, body.ipos, body.iquat);
  m.site_size.set(site.size, 3 * s);
  m.site_pos.set(site.pos, 3 * s);
  m.site_quat.set(site.quat, 4 * s);
  m.site_user.set(spec.userdata, m.nuser_site * s);
  m.site_rgba.set(spec.rgba, 4 * s);
}

function writeCamera(m: Model, camera: CameraNode): void {
  const { id: c, spec } = camera;
  m.cam_mode[c] = spec.mode;
  m.cam_bodyid[c] = camera.body.id;
  m.cam_targetbodyid[c] = camera.target;
  m.cam_pos.set(camera.pos, 3 * c);
  m.cam_quat.set(camera.quat, 4 * c);
  m.cam_projection[c] = spec.proj;
  m.cam_fovy[c] = camera.fovy;
  m.cam_ipd[c] = spec.ipd;
  m.cam_resolution.set(spec.resolution, 2 * c);
  m.cam_output[c] = spec.output;
  m.cam_sensorsize.set(spec.sensor_size, 2 * c);
  m.cam_intrinsic.set(camera.intrinsic, 4 * c);
  m.cam_user.set(spec.userdata, m.nuser_cam * c);
}

function writeLight(m: Model, light: LightNode): void {
  const { id: l, spec } = light;
  m.light_mode[l] = spec.mode;
  m.light_bodyid[l] = light.body.id;
  m.light_targetbodyid[l] = light.target;
  m.light_type[l] = spec.type;
  m.light_texid[l] = light.texid;
  m.light_castshadow[l] = Number(spec.castshadow);
  m.light_bulbradius[l] = spec.bulbradius;
  m.light_intensity[l] = spec.intensity;
  m.light_range[l] = spec.range;
  m.light_active[l] = Number(spec.active);
  m.light_pos.set(light.pos, 3 * l);
  m.light_dir.set(light.dir, 3 * l);
  m.light_attenuation.set(spec.attenuation, 3 * l);
  m.light_cutoff[l] = spec.cutoff;
  m.light_softness[l] = spec.softness;
  m.light_exponent[l] = spec.exponent;
  m.light_ambient.set(spec.ambient, 3 * l);
  m.light_diffuse.set(spec.diffuse, 3 * l);
  m.light_specular.set(spec.specular, 3 * l);
}
