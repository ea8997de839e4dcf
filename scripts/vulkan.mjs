// A Vulkan driver for tests of WebGPU in Node: SwiftShader, which comes with Chromium and computes on the processor.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const driverPaths = [
  process.env.TENON_SWIFTSHADER,
  '/usr/lib/chromium/libvk_swiftshader.so',
  '/opt/google/chrome/libvk_swiftshader.so',
];

/** Environment variables that make a process use SwiftShader; none if it is missing, so that the driver of the machine is used. Programs
 *  look for a loader named libvulkan.so.1, whose functions SwiftShader itself provides.
 *  @param {string} root @returns {Record<string, string>} */
export function vulkanEnvironment(root) {
  const driver = driverPaths.find((path) => path && existsSync(path));
  if (!driver || process.platform !== 'linux') return {};
  const folder = `${root}/build/vulkan`;
  mkdirSync(folder, { recursive: true });
  const link = `${folder}/libvulkan.so.1`;
  if (!existsSync(link)) symlinkSync(driver, link);
  const before = process.env.LD_LIBRARY_PATH;
  return { LD_LIBRARY_PATH: [folder, dirname(driver), ...(before ? [before] : [])].join(':') };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [variable] = Object.entries(
    vulkanEnvironment(fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')),
  );
  console.log(variable ? variable.join('=') : 'SwiftShader was not found: install Chromium');
}
