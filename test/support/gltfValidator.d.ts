/** The part of the official glTF validator that tests use. */
declare module 'gltf-validator' {
  interface Message {
    code: string;
    /** 0: error, 1: warning, 2: information, 3: hint. */
    severity: number;
    pointer?: string;
  }
  const validator: { validateBytes(bytes: Uint8Array): Promise<{ issues: { messages: Message[] } }> };
  export default validator;
}
