import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { runForwardSteps } from './runtime/host/forward.ts';
import { Place } from './runtime/places.ts';

/** All contacts, less those that the `contactFilter` callback discards. */
export function collide(m: Model, d: Data): void {
  runForwardSteps(m, d, Place.collision, Place.wakeContacts);
}
