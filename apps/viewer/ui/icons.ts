/** Line icons, drawn on a grid of 24. */

const paths = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  forward: 'M6 5v14l9-7zM18 5v14',
  back: 'M18 5v14l-9-7zM6 5v14',
  reset: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5',
  reload: 'M20 12a8 8 0 0 1-14.5 4.6M4 12A8 8 0 0 1 18.5 7.4M18.5 3v4.4h-4.4M5.5 21v-4.4h4.4',
  camera: 'M4 7h3l1.5-2.5h7L17 7h3v12H4zM12 16a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z',
  record: 'M12 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12z',
  share:
    'M9 12.5l6-3.5M9 12.5l6 4M6.5 15a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM17.5 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM17.5 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  open: 'M4 19V5h5l2 2.5h9V19z',
  gallery: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  help: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2M12 17.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  close: 'M6 6l12 12M18 6L6 18',
  left: 'M4 5h16v14H4zM9.5 5v14',
  right: 'M4 5h16v14H4zM14.5 5v14',
  hand: 'M8 12V6.5a1.5 1.5 0 0 1 3 0V11m0-5.5a1.5 1.5 0 0 1 3 0V11m0-4a1.5 1.5 0 0 1 3 0v7a6 6 0 0 1-6 6c-3 0-4.3-1.7-5.6-4.3L4 13.5c.8-1 2-1 2.8-.2L8 14.5',
  chevron: 'M9 5l7 7-7 7',
  plot: 'M4 19h16M4 19V5M7 15l4-5 3 3 5-7',
} as const;

export type IconName = keyof typeof paths;

const SVG = 'http://www.w3.org/2000/svg';

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  if (name === 'play' || name === 'record') svg.classList.add('filled');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}
