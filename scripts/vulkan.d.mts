export function vulkanEnvironment(root: string): Record<string, string>;
