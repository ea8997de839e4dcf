/** Models that a bundler puts into the program, as text. */
declare module '*.xml' {
  const text: string;
  export default text;
}
