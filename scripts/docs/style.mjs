// The style sheet of the documentation site.
export const style = `:root {
  color-scheme: light dark;
  --line: light-dark(#d8dbe0, #3a3f47);
  --soft: light-dark(#f5f6f8, #1f2329);
  --text: light-dark(#1c1f24, #e4e6ea);
  --link: light-dark(#0a58b0, #7db8ff);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 76rem;
  display: grid;
  grid-template-columns: 15rem minmax(0, 1fr);
  gap: 0 2.5rem;
  padding: 0 1.5rem 4rem;
  font: 1rem/1.6 system-ui, sans-serif;
  color: var(--text);
  background: light-dark(#fff, #15181c);
}
nav { padding-top: 1.5rem; font-size: 0.93rem; }
nav h2 { font-size: 0.78rem; text-transform: uppercase; letter-spacing: 0.05em; margin: 1.4rem 0 0.3rem; border: 0; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 0.12rem 0; text-decoration: none; }
nav a[aria-current] { font-weight: 600; color: var(--text); }
a { color: var(--link); }
h1 { margin-top: 1.5rem; }
h2 { margin-top: 2.4rem; border-bottom: 1px solid var(--line); padding-bottom: 0.2rem; }
h3 { margin-top: 1.8rem; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: 0.8rem 1rem; overflow-x: auto; }
code { font: 0.88em/1.5 ui-monospace, monospace; }
:not(pre) > code { background: var(--soft); padding: 0.1em 0.25em; border-radius: 4px; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.93rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.7rem; border: 1px solid var(--line); }
th { background: var(--soft); }
img { max-width: 100%; height: auto; background: #fff; border-radius: 6px; }
iframe { width: 100%; aspect-ratio: 16 / 10; border: 1px solid var(--line); border-radius: 6px; }
summary { cursor: pointer; color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (max-width: 52rem) {
  body { grid-template-columns: minmax(0, 1fr); padding: 0 1rem 3rem; }
  nav { order: 2; }
}
`;
