/** MuJoCo's order of attributes, so that files saved by both can be compared line by line. */

import type { XmlOutput } from '../../xml/write.ts';

/** Other attributes come last, in the order of the grammar. */
const ORDER: Readonly<Record<string, string>> = {
  texture:
    'type colorspace name content_type file gridsize gridlayout fileright fileleft fileup filedown filefront fileback builtin mark rgb1 rgb2 markrgb random width height hflip vflip nchannel',
  material: 'name texture texrepeat texuniform emission specular shininess reflectance metallic roughness rgba',
  mesh: 'name content_type file vertex normal texcoord face refpos refquat scale smoothnormal inertia material',
  hfield: 'name content_type file size nrow ncol elevation',
  skin: 'name file material group rgba inflate vertex texcoord face',
  body: 'name pos quat mocap gravcomp sleep simple user',
  joint:
    'name joint coef joint1 joint2 polycoef type group springdamper solreflimit solimplimit solreffriction solimpfriction stiffness range actuatorfrcrange actuatorgravcomp margin ref springref armature damping pos frictionloss axis limited actuatorfrclimited user',
  geom: 'name geom sidesite size fromto pos quat type contype conaffinity condim group priority friction solmix solref solimp margin gap shellinertia surfacevel adhesion fitscale rgba density hfield fluidcoef fluidshape mass material mesh user',
  site: 'name site quat material size type group pos fromto rgba user',
  camera:
    'name quat projection ipd resolution output target pos fovy mode principal sensorsize focal focalpixel principalpixel user',
  light:
    'name castshadow active bulbradius attenuation softness exponent ambient target pos dir intensity range cutoff diffuse specular mode type texture',
  pair: 'name geom1 geom2 condim friction solref solreffriction solimp gap margin adhesion',
  spatial:
    'name group limited actuatorfrclimited range actuatorfrcrange solreflimit solimplimit solreffriction solimpfriction frictionloss width material margin stiffness damping armature rgba springlength user',
  fixed:
    'name group limited actuatorfrclimited range actuatorfrcrange solreflimit solimplimit solreffriction solimpfriction frictionloss margin stiffness damping armature springlength user',
  general:
    'name joint jointinparent tendon body site refsite cranksite slidersite cranklength group nsample interp delay ctrlrange user ctrllimited forcelimited actlimited forcerange actrange lengthrange gear damping armature velrange ffrange dyntype dynprm actearly actdim gaintype input biastype gainprm biasprm',
  key: 'name time qpos qvel act mpos mquat ctrl',
  inertial: 'pos quat mass diaginertia',
  flex: 'name group dim radius rgba material flatskin cellcount dof body vertex element texcoord elemtexcoord node nodecoord',
  connect: 'name body1 body2 site1 site2 anchor solref solimp active',
  weld: 'name body1 body2 site1 site2 anchor relpose torquescale solref solimp active',
  compiler:
    'angle autolimits fitaabb eulerseq meshdir texturedir discardvisual usethread boundmass boundinertia fusestatic inertiafromgeom inertiagrouprange saveinertial alignfree conflict',
};

/** Sensors of all types: their objects, then common attributes. */
const SENSOR =
  'objtype objname reftype refname site joint actuator tendon body geom mesh camera geom1 body1 subtree1 geom2 body2 subtree2 data reduce num name dim needstage datatype nsample interp delay interval cutoff noise user';

type Rank = ReadonlyMap<string, number>;
const rankOf = (names: string): Rank => new Map(names.split(' ').map((name, i) => [name, i]));
const ranks: ReadonlyMap<string, Rank> = new Map(Object.entries(ORDER).map(([tag, names]) => [tag, rankOf(names)]));
const sensorRank = rankOf(SENSOR);

/** Sort the attributes of an element and of its descendants. */
export function arrange(element: XmlOutput, rank: Rank | undefined = ranks.get(element.tag)): void {
  const at = (name: string) => rank?.get(name) ?? Infinity;
  // sorting is stable, and Infinity - Infinity is NaN
  element.attributes.sort(([a], [b]) => (at(a) === at(b) ? 0 : at(a) - at(b)));
  for (const child of element.children) arrange(child, element.tag === 'sensor' ? sensorRank : undefined);
}
