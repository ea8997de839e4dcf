// A scene in Jolt, through its bindings for JavaScript.
import { GRAVITY } from './scenes.mjs';

/** Friction coefficient of all bodies in all engines. */
export const FRICTION = 0.8;

/** Collision layers: static bodies do not collide with each other, ghosts collide with nothing. */
const Layer = { FIXED: 0, MOVING: 1, GHOST: 2 };

/** @returns {import('./engines.mjs').World} */
export function joltWorld(Jolt, { parts, walls, hinges }, h) {
  const { jolt, system, bodies: all } = makeSystem(Jolt);
  const vec = ([x, y, z]) => new Jolt.Vec3(x, y, z);
  const position = ([x, y, z]) => new Jolt.RVec3(x, y, z);
  const add = (shape, pos, motion, layer, mass) => {
    const settings = new Jolt.BodyCreationSettings(
      shape,
      position(pos),
      Jolt.Quat.prototype.sIdentity(),
      motion,
      layer,
    );
    Object.assign(settings, { mFriction: FRICTION, mRestitution: 0, mAllowSleeping: false });
    if (mass) {
      Object.assign(settings, { mLinearDamping: 0, mAngularDamping: 0 });
      settings.mOverrideMassProperties = Jolt.EOverrideMassProperties_CalculateInertia;
      settings.mMassPropertiesOverride.mMass = mass;
    }
    const body = all.CreateBody(settings);
    all.AddBody(body.GetID(), Jolt.EActivation_Activate);
    return body;
  };
  const box = (size) => new Jolt.BoxShape(vec(size), 0.005);
  const [ground] = [{ size: [50, 50, 1], pos: [0, 0, -1] }, ...walls].map(({ size, pos }) =>
    add(box(size), pos, Jolt.EMotionType_Static, Layer.FIXED),
  );
  const bodies = parts.map(({ shape, size, pos, mass, ghost }) => {
    const form = shape === 'ball' ? new Jolt.SphereShape(size[0]) : box(size);
    return add(form, pos, Jolt.EMotionType_Dynamic, ghost ? Layer.GHOST : Layer.MOVING, mass);
  });
  for (const { parent, child, at } of hinges) {
    const settings = new Jolt.HingeConstraintSettings();
    settings.mSpace = Jolt.EConstraintSpace_WorldSpace;
    settings.mPoint1 = settings.mPoint2 = position(at);
    settings.mHingeAxis1 = settings.mHingeAxis2 = vec([0, 1, 0]);
    settings.mNormalAxis1 = settings.mNormalAxis2 = vec([1, 0, 0]);
    system.AddConstraint(settings.Create(parent < 0 ? ground : bodies[parent], bodies[child]));
  }
  return {
    step: () => jolt.Step(h, 1),
    pose(k, into) {
      const [p, q] = [bodies[k].GetCenterOfMassPosition(), bodies[k].GetRotation()];
      into.set([p.GetX(), p.GetY(), p.GetZ(), q.GetW(), q.GetX(), q.GetY(), q.GetZ()]);
    },
    free: () => Jolt.destroy(jolt),
  };
}

function makeSystem(Jolt) {
  const settings = new Jolt.JoltSettings();
  const layers = Object.keys(Layer).length;
  const pairs = new Jolt.ObjectLayerPairFilterTable(layers);
  pairs.EnableCollision(Layer.FIXED, Layer.MOVING);
  pairs.EnableCollision(Layer.MOVING, Layer.MOVING);
  const broad = new Jolt.BroadPhaseLayerInterfaceTable(layers, layers);
  for (const layer of Object.values(Layer)) broad.MapObjectToBroadPhaseLayer(layer, new Jolt.BroadPhaseLayer(layer));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broad, layers, pairs, layers);
  const jolt = new Jolt.JoltInterface(settings);
  Jolt.destroy(settings);
  const system = jolt.GetPhysicsSystem();
  system.SetGravity(new Jolt.Vec3(0, 0, -GRAVITY));
  return { jolt, system, bodies: system.GetBodyInterface() };
}
