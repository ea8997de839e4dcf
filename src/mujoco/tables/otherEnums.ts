/** MuJoCo enums that exist only in the drop-in API: windows, rendering, plugins, the log. */

/** Members numbered in order. `Before` has one element for each earlier member. */
type Numbered<S extends string, Before extends readonly null[] = []> = S extends `${infer Name} ${infer Rest}`
  ? { readonly [N in Name]: Before['length'] } & Numbered<Rest, [...Before, null]>
  : { readonly [N in S]: Before['length'] };

function list<const S extends string>(names: S): Numbered<S> {
  return Object.fromEntries(names.split(' ').map((name, k) => [name, k])) as Numbered<S>;
}

export const Button = list('NONE LEFT RIGHT MIDDLE');
export const CompileTimer = list(
  'TOTAL ASSETS TEXTURE MESH_LOAD MESH_HULL MESH_POLYGON MESH_INERTIA MESH_BVH MESH_OCTREE',
);
export const DepthMap = list('ZERONEAR ZEROFAR');
export const Event = list('NONE MOVE PRESS RELEASE SCROLL KEY RESIZE REDRAW FILESDROP');
export const FlexSelf = list('NONE NARROW BVH SAP AUTO');
export const Font = list('NORMAL SHADOW BIG');
export const FontScale = { 50: 50, 100: 100, 150: 150, 200: 200, 250: 250, 300: 300 } as const;
export const Framebuffer = list('WINDOW OFFSCREEN');
export const GridPos = list('TOPLEFT TOPRIGHT BOTTOMLEFT BOTTOMRIGHT TOP BOTTOM LEFT RIGHT');
export const Item = {
  END: -2,
  SECTION: -1,
  ...list(
    'SEPARATOR STATIC BUTTON CHECKINT CHECKBYTE RADIO RADIOLINE SELECT SLIDERINT SLIDERNUM EDITINT EDITNUM EDITFLOAT EDITTXT',
  ),
} as const;
export const LogLevel = list('DEBUG INFO WARNING ERROR');
export const LogTopic = list('NONE TIME_STP TIME_CMP SLEEP');
export const PluginCapability = { ACTUATOR: 1, SENSOR: 2, PASSIVE: 4, SDF: 8 } as const;
export const SdfType = list('SINGLE INTERSECTION MIDSURFACE COLLISION');
export const Section = list('CLOSED OPEN FIXED');
export const IndexType = list('U16 U32');
export const MeshPrimitive = list('TRIANGLES LINES');
export const PixelFormat = list('UNKNOWN R8 RGB8 RGBA8 R32F DEPTH32F KTX');
export const VertexAttribute = list('FLOAT2 FLOAT3 FLOAT4 UBYTE4');
export const VertexUsage = list('POSITION NORMAL TANGENTS UV COLOR');
