/** Models that a bundler includes in the program as text. */
declare module '*.xml' {
  const text: string;
  export default text;
}
