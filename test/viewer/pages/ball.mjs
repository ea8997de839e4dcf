export const ball = `<mujoco model="ball"><visual><headlight diffuse="1 1 1"/></visual>
  <worldbody><light pos="0 0 3"/><camera name="top" pos="0 0 3"/><geom type="plane" size="1 1 .1" rgba=".2 .3 .4 1"/>
  <body name="ball" pos="0 0 .5"><freejoint/><geom name="ball" size=".3" rgba="1 .5 0 1"/></body></worldbody></mujoco>`;

/** Whether a canvas shows more than one color. */
export async function isColored(source) {
  const bitmap = await createImageBitmap(source);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const colors = new Set();
  for (let i = 0; i < data.length; i += 4) colors.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
  return colors.size > 20;
}
