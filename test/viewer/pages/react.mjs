import { createElement as h, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { TenonViewer, useControlLoop, useData, useModel } from 'tenon/react';
import { ball } from './ball.mjs';

const found = {};

function Page() {
  const [shown, setShown] = useState(true);
  const { model } = useModel(ball);
  const data = useData(model);
  const { error } = useModel('<mujoco><geom/></mujoco>');
  useControlLoop(model, data, () => {
    found.looped = true;
  });
  if (model) found.nv = model.nv;
  if (error) found.error = error.message.includes('geom');
  const done = found.loaded && found.stepped && found.looped && found.error;
  if (done && shown) setTimeout(() => setShown(false));
  // effects of a component run after the cleanup of its children
  useEffect(() => {
    if (shown) return;
    found.left = document.querySelectorAll('.tenon-viewer').length;
    report(found);
  }, [shown]);
  return shown ? h(Inner) : null;
}

function Inner() {
  const [, render] = useState(0);
  return h(TenonViewer, {
    xml: ball,
    style: { height: 100 },
    show: { shadow: false },
    onLoad: ({ title }) => {
      found.loaded = title;
    },
    onStep: () => {
      found.stepped = true;
      render((n) => n + 1);
      refresh();
    },
  });
}

const root = createRoot(document.querySelector('#place'));
const refresh = () => root.render(h(Page));
refresh();
