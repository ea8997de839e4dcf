/** The viewer as a React component. */
import { type CSSProperties, createElement, type ReactElement, useEffect, useRef } from 'react';
import type { ViewerEvents, ViewerOptions } from '../viewer/options.ts';
import { Viewer } from '../viewer/viewer.ts';

export interface TenonViewerProps extends ViewerOptions {
  className?: string;
  style?: CSSProperties;
  /** Called with the viewer once it exists. */
  onViewer?: (viewer: Viewer) => void;
  onLoad?: (event: ViewerEvents['load']) => void;
  onFrame?: (event: ViewerEvents['frame']) => void;
  onStep?: (event: ViewerEvents['step']) => void;
  onSelect?: (event: ViewerEvents['select']) => void;
  onError?: (event: ViewerEvents['error']) => void;
}

const listeners = {
  load: 'onLoad',
  frame: 'onFrame',
  step: 'onStep',
  select: 'onSelect',
  error: 'onError',
} as const;

/** A viewer that fills its container. Changing the model creates a new viewer; callbacks may change on every render.
 *
 *  @example
 *  function Page() {
 *    return createElement(TenonViewer, { src: 'robot.xml', style: { height: 400 }, onStep: ({ time }) => console.log(time) });
 *  } */
export function TenonViewer(props: TenonViewerProps): ReactElement {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const { src, xml, files, main, model, data, worker, playing } = { playing: props.autoplay, ...props };
  const viewer = useRef<Viewer | undefined>(undefined);
  useEffect(() => {
    const { control } = latest.current;
    const instance = new Viewer(container.current!, {
      ...{ ...latest.current, src, xml, files, main, model, data, worker },
      ...(control ? { control: (m, d) => latest.current.control?.(m, d) } : {}),
    });
    viewer.current = instance;
    for (const [event, name] of Object.entries(listeners) as [keyof ViewerEvents, 'onLoad'][])
      instance.on(event, (payload: unknown) => latest.current[name]?.(payload as never));
    latest.current.onViewer?.(instance);
    return () => instance.dispose();
  }, [src, xml, files, main, model, data, worker]);
  useEffect(() => {
    if (playing !== undefined && viewer.current?.model) playing ? viewer.current.play() : viewer.current.pause();
  }, [playing]);
  useEffect(() => {
    if (props.speed !== undefined && viewer.current?.model) viewer.current.setSpeed(props.speed);
  }, [props.speed]);
  const { className, style } = props;
  return createElement('div', { ref: container, className, style });
}
