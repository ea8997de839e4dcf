/** Visualization settings. Names, keys and defaults match MuJoCo's `simulate`. */

export interface Flag {
  readonly id: string;
  readonly label: string;
  readonly key: string;
  readonly initial: boolean;
}

/** Visual elements of model and simulation. */
export const visualFlags = [
  { id: 'convexHull', label: 'Convex hulls', key: 'h', initial: false },
  { id: 'texture', label: 'Textures', key: 'x', initial: true },
  { id: 'joint', label: 'Joints', key: 'j', initial: false },
  { id: 'camera', label: 'Cameras', key: 'q', initial: false },
  { id: 'actuator', label: 'Actuators', key: 'u', initial: false },
  { id: 'activation', label: 'Actuators by activation', key: ',', initial: false },
  { id: 'light', label: 'Lights', key: 'z', initial: false },
  { id: 'tendon', label: 'Tendons', key: 'v', initial: true },
  { id: 'rangefinder', label: 'Range finders', key: 'y', initial: true },
  { id: 'equality', label: 'Equalities', key: 'e', initial: false },
  { id: 'inertia', label: 'Inertia boxes', key: 'i', initial: false },
  { id: 'scaleInertia', label: 'Inertia boxes with the density of water', key: "'", initial: false },
  { id: 'perturbForce', label: 'Applied forces', key: 'b', initial: false },
  { id: 'perturbObject', label: 'Perturbation spring', key: 'o', initial: true },
  { id: 'contactPoint', label: 'Contact points', key: 'c', initial: false },
  { id: 'contactForce', label: 'Contact forces', key: 'f', initial: false },
  { id: 'contactSplit', label: 'Split contact forces', key: 'p', initial: false },
  { id: 'island', label: 'Islands', key: 'n', initial: false },
  { id: 'sleep', label: 'Darken sleeping bodies', key: '', initial: true },
  { id: 'transparent', label: 'Transparent', key: 't', initial: false },
  { id: 'autoConnect', label: 'Body skeleton', key: 'a', initial: false },
  { id: 'com', label: 'Centers of mass', key: 'm', initial: false },
  { id: 'staticBody', label: 'Static bodies', key: 'd', initial: true },
  { id: 'skin', label: 'Skins', key: ';', initial: true },
  { id: 'flex', label: 'Flexes', key: '', initial: true },
  { id: 'flexEdge', label: 'Edges of flexes', key: '', initial: false },
  { id: 'bodyBoxes', label: 'Bounding boxes of bodies', key: '`', initial: false },
  { id: 'meshBoxes', label: 'Bounding boxes in meshes and flexes', key: '\\', initial: false },
] as const satisfies readonly Flag[];

/** Rendering effects. */
export const renderFlags = [
  { id: 'physical', label: 'Physically based', key: '', initial: false },
  { id: 'backdrop', label: 'Backdrop of bare models', key: '', initial: true },
  { id: 'shadow', label: 'Shadows', key: 's', initial: true },
  { id: 'wireframe', label: 'Wireframe', key: 'w', initial: false },
  { id: 'reflection', label: 'Reflections', key: 'r', initial: true },
  { id: 'additive', label: 'Additive transparency', key: 'l', initial: false },
  { id: 'skybox', label: 'Sky', key: 'k', initial: true },
  { id: 'fog', label: 'Fog', key: 'g', initial: false },
  { id: 'haze', label: 'Haze', key: '/', initial: true },
  { id: 'segment', label: 'Segmentation', key: '', initial: false },
  { id: 'idColor', label: 'Ids as colors', key: '', initial: false },
  { id: 'cullFace', label: 'Cull back faces', key: '', initial: true },
] as const satisfies readonly Flag[];

export type FlagId = (typeof visualFlags)[number]['id'] | (typeof renderFlags)[number]['id'];

export const allFlags: readonly (Flag & { id: FlagId })[] = [...visualFlags, ...renderFlags];

export const frameKinds = ['none', 'body', 'geom', 'site', 'camera', 'contact', 'world'] as const;
export const labelKinds = ['none', 'body', 'joint', 'geom', 'site', 'tendon', 'actuator', 'selection'] as const;
export const groupKinds = ['geom', 'site', 'joint', 'tendon', 'actuator', 'flex', 'skin'] as const;
export type GroupKind = (typeof groupKinds)[number];

/** Groups 0, 1 and 2 are shown by default, as in MuJoCo. */
const initialGroups = [true, true, true, false, false, false];

export class ViewSettings {
  readonly flags = Object.fromEntries(allFlags.map(({ id, initial }) => [id, initial])) as Record<FlagId, boolean>;
  readonly groups = Object.fromEntries(groupKinds.map((kind) => [kind, [...initialGroups]])) as Record<
    GroupKind,
    boolean[]
  >;
  /** Visible layer of volumetric flexes, from 1 inward; 0: their surface. */
  layer = 0;
  /** Visible level of the bounding volume trees; 0: the root boxes. */
  depth = 0;
  frame: (typeof frameKinds)[number] = 'none';
  label: (typeof labelKinds)[number] = 'none';

  /** Whether the picture shows ids as colors, unlit. */
  get numbers(): boolean {
    return this.flags.segment || this.flags.idColor;
  }

  /** Whether an element of this group is shown. */
  shows(kind: GroupKind, group: number): boolean {
    return this.groups[kind][Math.max(0, Math.min(5, group))]!;
  }

  /** Differences from the defaults, as short words for a link. */
  toWords(): string[] {
    const words: string[] = [];
    for (const { id, initial } of allFlags)
      if (this.flags[id] !== initial) words.push(this.flags[id] ? id : `no-${id}`);
    for (const kind of groupKinds) {
      const now = this.groups[kind].map(Number).join('');
      if (now !== initialGroups.map(Number).join('')) words.push(`${kind}-${now}`);
    }
    if (this.layer > 0) words.push(`layer-${this.layer}`);
    if (this.depth > 0) words.push(`depth-${this.depth}`);
    if (this.frame !== 'none') words.push(`frame-${this.frame}`);
    if (this.label !== 'none') words.push(`label-${this.label}`);
    return words;
  }

  /** Take settings from the words of a link. Returns unknown words, which change nothing. */
  fromWords(words: readonly string[]): string[] {
    return words.filter((word) => !this.#take(word));
  }

  /** Take the setting of one word; false if there is none. */
  #take(word: string): boolean {
    const isFlag = (id: string): id is FlagId => Object.hasOwn(this.flags, id);
    const [, kind, value = ''] = /^([a-z]+)-(.+)$/i.exec(word) ?? [];
    const frame = frameKinds.find((k) => k === value);
    const label = labelKinds.find((k) => k === value);
    const group = groupKinds.find((k) => k === kind);
    if (isFlag(word)) this.flags[word] = true;
    else if (kind === 'no' && isFlag(value)) this.flags[value] = false;
    else if ((kind === 'layer' || kind === 'depth') && /^\d+$/.test(value)) this[kind] = Number(value);
    else if (kind === 'frame' && frame) this.frame = frame;
    else if (kind === 'label' && label) this.label = label;
    else if (group && /^[01]{6}$/.test(value)) this.groups[group] = [...value].map((c) => c === '1');
    else return false;
    return true;
  }
}
