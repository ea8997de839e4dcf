import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Enable, Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { advanceInputs, advanceState } from '../integrate/advance.ts';
import { badAcc } from '../integrate/bad.ts';
import { eulerAcc } from '../integrate/eulerAcc.ts';
import { implicitAcc } from '../integrate/implicitAcc.ts';
import { springDamperAcc } from '../integrate/springDamperAcc.ts';
import { sleep } from '../sleep/sleep.ts';
import { askCallbacks, askHost, covers, eventOfBad, eventOfCount, stopAt } from './event.ts';
import { Event, IntegrationPlace, Mode } from './places.ts';

/** Places of `IntegrationPlace` from one on, up to but without another; returns an Event. */
export function runIntegrationPlaces(m: Model, d: Data, from: int, to: int, mode: int): int {
  let event: int = Event.NONE;
  if (covers(from, to, IntegrationPlace.badAcc)) {
    // callbacks and plugins have run
    if ((mode & Mode.HOST) !== 0) d.work_sleep_int[SleepSlot.UNTOUCHED] = 0;
    event = eventOfBad(d, badAcc(m, d));
  }
  if (event !== Event.NONE) return stopAt(d, IntegrationPlace.badAcc, event);
  const compared = (m.opt.enableflags & Enable.FWDINV) !== 0;
  if (covers(from, to, IntegrationPlace.compareFwdInv) && compared) event = askHost(d, 0);
  if (event !== Event.NONE) return stopAt(d, IntegrationPlace.compareFwdInv, event);
  const { integrator } = m.opt;
  const skipfactor = (mode & Mode.SKIP_FACTOR) !== 0 ? 1 : 0;
  // Runge-Kutta needs forward dynamics several times; who comes here with it wants Euler
  const euler = integrator === Integrator.EULER || integrator === Integrator.RK4;
  if (covers(from, to, IntegrationPlace.eulerAcc) && euler) event = eventOfBad(d, eulerAcc(m, d, skipfactor));
  if (event !== Event.NONE) return stopAt(d, IntegrationPlace.eulerAcc, event);
  const implicit = integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST;
  if (covers(from, to, IntegrationPlace.implicitAcc) && implicit) event = eventOfBad(d, implicitAcc(m, d, skipfactor));
  if (event !== Event.NONE) return stopAt(d, IntegrationPlace.implicitAcc, event);
  const springs = integrator === Integrator.IMPLICITSPRINGDAMPER;
  if (covers(from, to, IntegrationPlace.springDamperAcc) && springs)
    event = eventOfBad(d, springDamperAcc(m, d, skipfactor));
  if (event !== Event.NONE) return stopAt(d, IntegrationPlace.springDamperAcc, event);
  return advance(m, d, from, to, mode);
}

/** The places that change the state.
 *  @inline */
function advance(m: Model, d: Data, from: int, to: int, mode: int): int {
  let event: int = Event.NONE;
  const weighted = (mode & Mode.WEIGHTED) !== 0 ? 1 : 0;
  if (covers(from, to, IntegrationPlace.keepState)) event = askCallbacks(d, mode);
  if (event !== Event.NONE) return stopAt(d, IntegrationPlace.keepState, event);
  if (covers(from, to, IntegrationPlace.advanceInputs)) advanceInputs(m, d, weighted);
  if (covers(from, to, IntegrationPlace.sleep)) event = fallAsleep(m, d, weighted);
  if (event !== Event.NONE) return stopAt(d, IntegrationPlace.sleep, event);
  if (covers(from, to, IntegrationPlace.advanceState)) advanceState(m, d, weighted);
  if (covers(from, to, IntegrationPlace.advancePlugins)) event = askCallbacks(d, mode);
  if (event !== Event.NONE) return stopAt(d, IntegrationPlace.advancePlugins, event);
  return Event.NONE;
}

/** Runge-Kutta goes through velocities that sleepers would wake from. */
function fallAsleep(m: Model, d: Data, weighted: int): int {
  if (weighted === 0) return eventOfCount(d, sleep(m, d));
  return (m.opt.enableflags & Enable.SLEEP) !== 0 ? askHost(d, 0) : Event.NONE;
}
