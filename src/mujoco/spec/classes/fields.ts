/** Members of the spec classes of the drop-in API, one string per class.
 *
 *  ```text
 *  name        a number               name:i      a whole number       name:g    a single-precision number
 *  name:b      a boolean              name:s      a string               name:mjtX a member of an enumeration
 *  name:d      Float64Array           name:f      Float32Array         name:n    Int32Array   name:c characters
 *  name:vd     a vector of doubles, :vf of floats, :vi of integers, :vb of bytes, :vs of strings
 *  name:vvi    a vector of vectors of integers, :vvf of floats
 *  name:alt    an orientation
 *  ```
 *  Members are fields of the tree with the same names. */
export const MEMBERS = {
  MjsBody:
    'childclass:s pos:d quat:d alt:alt mass ipos:d iquat:d inertia:d ialt:alt fullinertia:d mocap:b gravcomp simple:i sleep:mjtSleepPolicy explicitinertial:b userdata:vd',
  MjsFrame: 'childclass:s pos:d quat:d alt:alt',
  MjsJoint:
    'type:mjtJoint pos:d axis:d ref align:mjtAlignFree stiffness:d springref springdamper:d limited:mjtLimited range:d margin solref_limit:d solimp_limit:d actfrclimited:mjtLimited actfrcrange:d armature damping:d frictionloss solref_friction:d solimp_friction:d group:i actgravcomp:b userdata:vd',
  MjsGeom:
    'type:mjtGeom pos:d quat:d alt:alt fromto:d size:d contype:i conaffinity:i condim:i priority:i friction:d solmix solref:d solimp:d margin gap surfacevel:d adhesion mass density typeinertia:mjtGeomInertia fluid_ellipsoid fluid_coefs:d material:s rgba:f group:i hfieldname:s meshname:s fitscale userdata:vd',
  MjsSite: 'type:mjtGeom pos:d quat:d alt:alt fromto:d size:d material:s group:i rgba:f userdata:vd',
  MjsCamera:
    'pos:d quat:d alt:alt mode:mjtCamLight targetbody:s proj:mjtProjection resolution:n output:i fovy ipd intrinsic:f sensor_size:f focal_length:f focal_pixel:f principal_length:f principal_pixel:f userdata:vd',
  MjsLight:
    'pos:d dir:d mode:mjtCamLight targetbody:s active:b type:mjtLightType texture:s castshadow:b bulbradius:g intensity:g range:g attenuation:f cutoff:g softness:g exponent:g ambient:f diffuse:f specular:f',
  MjsMesh:
    'content_type:s file:s refpos:d refquat:d scale:d inertia:mjtMeshInertia smoothnormal:b maxhullvert:i uservert:vf usernormal:vf usertexcoord:vf userface:vi userfacenormal:vi userfacetexcoord:vi needsdf:b octree_maxdepth:i material:s',
  MjsHField: 'content_type:s file:s size:d nrow:i ncol:i userdata:vf',
  MjsTexture:
    'type:mjtTexture colorspace:mjtColorSpace builtin:mjtBuiltin mark:mjtMark rgb1:d rgb2:d markrgb:d random height:i width:i nchannel:i content_type:s file:s gridsize:n gridlayout:c cubefiles:vs data:vb hflip:b vflip:b',
  MjsMaterial:
    'textures:vs texuniform:b texrepeat:f emission:g specular:g shininess:g reflectance:g metallic:g roughness:g rgba:f',
  MjsPair: 'geomname1:s geomname2:s condim:i solref:d solreffriction:d solimp:d margin gap adhesion friction:d',
  MjsExclude: 'bodyname1:s bodyname2:s',
  MjsEquality: 'type:mjtEq data:d active:b name1:s name2:s objtype:mjtObj solref:d solimp:d',
  MjsTendon:
    'stiffness:d springlength:d damping:d frictionloss solref_friction:d solimp_friction:d armature limited:mjtLimited actfrclimited:mjtLimited range:d actfrcrange:d margin solref_limit:d solimp_limit:d material:s width rgba:f group:i userdata:vd',
  MjsWrap: 'type:mjtWrap',
  MjsActuator:
    'gaintype:mjtGain gainprm:d biastype:mjtBias biasprm:d dyntype:mjtDyn dynprm:d actdim:i actearly:b ctrlspec:i velrange:d ffrange:d trntype:mjtTrn gear:d target:s refsite:s slidersite:s cranklength lengthrange:d inheritrange damping:d armature ctrllimited:mjtLimited ctrlrange:d forcelimited:mjtLimited forcerange:d actlimited:mjtLimited actrange:d group:i nsample:i interp:i delay userdata:vd',
  MjsSensor:
    'type:mjtSensor objtype:mjtObj objname:s reftype:mjtObj refname:s intprm:n datatype:mjtDataType needstage:mjtStage dim:i cutoff noise nsample:i interp:i delay interval:d userdata:vd',
  MjsNumeric: 'data:vd size:i',
  MjsText: 'data:s',
  MjsTuple: 'objtype:vi objname:vs objprm:vd',
  MjsKey: 'time qpos:vd qvel:vd act:vd mpos:vd mquat:vd ctrl:vd',
  MjsFlex:
    'contype:i conaffinity:i condim:i priority:i friction:d solmix solref:d solimp:d margin gap dim:i radius order:i cellcount:n internal:b flatskin:b selfcollide:mjtFlexSelf activelayers:i passive:i group:i edgestiffness edgedamping rgba:f material:s young poisson damping thickness elastic2d:i nodebody:vs vertbody:vs node:vd vert:vd elem:vi texcoord:vf elemtexcoord:vi',
  MjsSkin:
    'file:s material:s rgba:f inflate:g group:i vert:vf texcoord:vf face:vi bodyname:vs bindpos:vf bindquat:vf vertid:vvi vertweight:vvf',
  MjsCompiler:
    'autolimits:b boundmass boundinertia settotalmass balanceinertia:b fitaabb:b degree:b eulerseq:c discardvisual:b usethread:b fusestatic:b inertiafromgeom:mjtInertiaFromGeom inertiagrouprange:n saveinertial:b alignfree:b conflict:mjtConflict meshdir:s texturedir:s',
} as const;

export type SpecClassName = keyof typeof MEMBERS;

/** Classes whose elements may use a plugin. */
export const WITH_PLUGIN: readonly SpecClassName[] = ['MjsBody', 'MjsGeom', 'MjsMesh', 'MjsActuator', 'MjsSensor'];

export interface Member {
  readonly name: string;
  /** the type after the colon, '' for numbers */
  readonly kind: string;
}

export function parseMembers(name: SpecClassName): Member[] {
  return MEMBERS[name].split(' ').map((word) => {
    const [member = '', kind = ''] = word.split(':');
    return { name: member, kind };
  });
}
