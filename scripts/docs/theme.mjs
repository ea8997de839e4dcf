// Theme and style of the documentation site.

/** The default theme, with a simulation on the landing page. */
export const theme = `import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
const scene = () => h('iframe', { src: '/viewer/index.html#example=quadruped_walk&ui=0', title: 'A dog that trots, simulated in this page', class: 'scene' });
export default { ...DefaultTheme, Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': scene }) };
import './style.css';
`;
export const style = `.live { width: 100%; height: 64px; border: 0; }
.scene { width: 100%; height: 100%; min-height: 320px; border: 0; border-radius: 12px; }
@media (min-width: 960px) { .VPHero .main { padding-right: 40px; } }
@media (max-width: 959px) {
  .VPHero .image { margin: 0 0 24px !important; }
  .VPHero .image-container { width: 100% !important; height: 240px !important; transform: none !important; }
  .scene { min-height: 0; }
}
.vp-doc pre { overflow-x: auto; }
.vp-doc pre:not(.shiki) { padding: 12px 16px; border-radius: 8px; background: var(--vp-code-block-bg); font-size: 13px; line-height: 1.6; }
.VPDoc.has-aside .content-container.content-container { max-width: 840px; }
:root { --vp-layout-max-width: 1580px; }
@media (max-width: 640px) {
  .vp-doc th, .vp-doc td { padding: 6px 8px; font-size: 13px; }
  .vp-doc td code { padding: 1px 4px; }
  .vp-doc td:not(:first-child) code { overflow-wrap: anywhere; }
  .vp-doc [class*='language-'] code { font-size: 12.5px; }
}
.example iframe { width: 100%; height: 360px; border: 0; border-radius: 8px; }
:root { --vp-c-brand-1: #c04f1c; --vp-c-brand-2: #e0662f; --vp-c-brand-3: #d2561f; }
.dark { --vp-c-brand-1: #f0884f; --vp-c-brand-2: #e0662f; --vp-c-brand-3: #c04f1c; }
`;
