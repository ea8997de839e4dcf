/** The style of the component. Pages customize it with variables: `tenon-viewer { --tenon-accent: teal; }`. */
export const styleText = `
.frame { display: flex; flex-direction: column; width: 100%; height: 100%; overflow: hidden;
  background: var(--tenon-background, #14181c); color: var(--tenon-text, #e8ebee);
  font: var(--tenon-font, 13px/1.4 system-ui, sans-serif); border-radius: var(--tenon-radius, 0); }
.container { position: relative; flex: 1; min-height: 0; overflow: hidden; }
.canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none; outline: none; }
.canvas:focus-visible { outline: 2px solid var(--tenon-accent, #e0662f); outline-offset: -2px; }
.labels { position: absolute; inset: 0; overflow: hidden; pointer-events: none; }
.labels span { position: absolute; transform: translate(-50%, -50%); white-space: nowrap; font-size: 11px;
  text-shadow: 0 0 3px #000, 0 0 2px #000; }
.message { position: absolute; left: 8px; right: 8px; bottom: 8px; padding: 8px 10px; white-space: pre-wrap;
  background: var(--tenon-bar, #1f262d); border-left: 3px solid var(--tenon-accent, #e0662f); max-height: 50%; overflow: auto; }
[hidden] { display: none !important; }
.bar { display: flex; align-items: center; gap: 6px; padding: 4px 8px; background: var(--tenon-bar, #1f262d); }
.bar button { width: 28px; height: 28px; padding: 5px; border: 0; border-radius: 4px; background: none; color: inherit; cursor: pointer; }
.bar button:hover { background: #8882; }
.bar button:focus-visible, .bar input:focus-visible { outline: 2px solid var(--tenon-accent, #e0662f); }
.bar svg { display: block; width: 100%; height: 100%; fill: currentColor; }
.bar input { flex: 1; min-width: 0; accent-color: var(--tenon-accent, #e0662f); }
.bar output { min-width: 5.5em; text-align: right; font-variant-numeric: tabular-nums; }
`;
