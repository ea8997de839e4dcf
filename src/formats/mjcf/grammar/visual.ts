/** Grammar of `<visual>`, which only viewers use. */

import { VisualSettings } from '../../spec/elements/visual.ts';
import { type Attribute, bool, type ElementGrammar, element, float, floats, int } from '../grammar.ts';

const color = (name: string, doc: string): Attribute => floats(name, 4, `color of ${doc}`);

const global = element(
  'global',
  'Global view settings.',
  () => [
    int('cameraid', 'initial camera; -1: free camera'),
    bool('orthographic', 'whether the free camera is orthographic'),
    float('fovy', 'vertical field of view of the free camera'),
    float('ipd', 'interpupillary distance'),
    float('azimuth', 'initial azimuth of the free camera, in degrees'),
    float('elevation', 'initial elevation of the free camera, in degrees'),
    float('linewidth', 'width of lines'),
    float('glow', 'glow of the selected body'),
    int('offwidth', 'width of offscreen images'),
    int('offheight', 'height of offscreen images'),
    float('realtime', 'speed of the simulation relative to real time'),
    bool('ellipsoidinertia', 'draw inertias as ellipsoids instead of boxes'),
    bool('bvactive', 'highlight active bounding volumes'),
  ],
  { defaults: () => new VisualSettings().global },
);

const quality = element(
  'quality',
  'Rendering quality.',
  () => [
    int('shadowsize', 'size of the shadow map'),
    int('offsamples', 'samples per pixel offscreen'),
    int('numslices', 'slices of round shapes'),
    int('numstacks', 'stacks of round shapes'),
    int('numquads', 'quads of a box side'),
  ],
  { defaults: () => new VisualSettings().quality },
);

const headlight = element(
  'headlight',
  'The headlight at the camera.',
  () => [
    floats('ambient', 3, 'ambient color'),
    floats('diffuse', 3, 'diffuse color'),
    floats('specular', 3, 'specular color'),
    int('active', 'whether it is on'),
  ],
  { defaults: () => new VisualSettings().headlight },
);

const map = element(
  'map',
  'Mapping of quantities to lengths and intensities.',
  () => [
    float('stiffness', 'stiffness of the mouse spring'),
    float('stiffnessrot', 'rotational stiffness of the mouse spring'),
    float('force', 'length of force arrows'),
    float('torque', 'length of torque arrows'),
    float('alpha', 'transparency of bodies'),
    float('fogstart', 'start of fog, in extents'),
    float('fogend', 'end of fog, in extents'),
    float('znear', 'near plane, in extents'),
    float('zfar', 'far plane, in extents'),
    float('haze', 'hazy fraction of the skybox'),
    float('shadowclip', 'range of shadows, in extents'),
    float('shadowscale', 'fraction of a spotlight that casts shadows'),
    float('actuatortendon', 'width factor of actuated tendons'),
  ],
  { defaults: () => new VisualSettings().map },
);

const scale = element(
  'scale',
  'Sizes of decorations, in mean sizes.',
  () => [
    float('forcewidth', 'width of force arrows'),
    float('contactwidth', 'width of contacts'),
    float('contactheight', 'height of contacts'),
    float('connect', 'width of the lines between bodies'),
    float('com', 'size of centers of mass'),
    float('camera', 'size of cameras'),
    float('light', 'size of lights'),
    float('selectpoint', 'size of the selected point'),
    float('jointlength', 'length of joint axes'),
    float('jointwidth', 'width of joint axes'),
    float('actuatorlength', 'length of actuators'),
    float('actuatorwidth', 'width of actuators'),
    float('framelength', 'length of frame axes'),
    float('framewidth', 'width of frame axes'),
    float('constraint', 'width of violated constraints'),
    float('slidercrank', 'width of slider-cranks'),
    float('frustum', 'depth of camera frusta'),
  ],
  { defaults: () => new VisualSettings().scale },
);

const rgba = element(
  'rgba',
  'Colors of decorations.',
  () => [
    color('fog', 'fog'),
    color('haze', 'haze'),
    color('force', 'forces'),
    color('inertia', 'inertias'),
    color('joint', 'joints'),
    color('actuator', 'actuators at rest'),
    color('actuatornegative', 'actuators with negative control'),
    color('actuatorpositive', 'actuators with positive control'),
    color('com', 'centers of mass'),
    color('camera', 'cameras'),
    color('light', 'lights'),
    color('selectpoint', 'the selected point'),
    color('connect', 'lines between bodies'),
    color('contactpoint', 'contacts'),
    color('contactforce', 'contact forces'),
    color('contactfriction', 'friction forces'),
    color('contacttorque', 'contact torques'),
    color('contactgap', 'contacts inside the gap'),
    color('rangefinder', 'rangefinders'),
    color('constraint', 'violated constraints'),
    color('slidercrank', 'slider-cranks'),
    color('crankbroken', 'slider-cranks that cannot close'),
    color('frustum', 'camera frusta'),
    color('bv', 'bounding volumes'),
    color('bvactive', 'active bounding volumes'),
  ],
  { defaults: () => new VisualSettings().rgba },
);

export const visual: ElementGrammar = element('visual', 'Settings for viewers.', () => [], {
  single: [global, quality, headlight, map, scale, rgba],
});
