import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Enable, Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepInt } from '../../model/sleepInt.ts';
import { unreachable } from '../../model/unreachable.ts';
import { advanceInputs, advanceState } from '../integrate/advance.ts';
import { badAcc } from '../integrate/bad.ts';
import { eulerAcc } from '../integrate/eulerAcc.ts';
import { implicitAcc } from '../integrate/implicitAcc.ts';
import { springDamperAcc } from '../integrate/springDamperAcc.ts';
import { sleep } from '../sleep/sleep.ts';
import { askCallbacks, askHost, eventOfBad, eventOfCount, stopAt } from './event.ts';
import { Event, IntegrationPlace, Mode } from './places.ts';

/** Places of `IntegrationPlace` from one on, up to but without another; returns an Event. */
export function runIntegrationPlaces(m: Model, d: Data, from: int, to: int, mode: int): int {
  for (let at = from; at < to; at++) {
    const event = runIntegrationPlace(m, d, at, mode);
    if (event !== Event.NONE) return stopAt(d, at, event);
  }
  return Event.NONE;
}

/** @inline */
function runIntegrationPlace(m: Model, d: Data, at: int, mode: int): int {
  const place = at as IntegrationPlace;
  const skipfactor = (mode & Mode.SKIP_FACTOR) !== 0 ? 1 : 0;
  const weighted = (mode & Mode.WEIGHTED) !== 0 ? 1 : 0;
  const { enableflags, integrator } = m.opt;
  switch (place) {
    case IntegrationPlace.badAcc:
      // callbacks and plugins have run
      if ((mode & Mode.HOST) !== 0) d.work_sleep_int[SleepInt.UNTOUCHED] = 0;
      return eventOfBad(d, badAcc(m, d));
    case IntegrationPlace.compareFwdInv:
      return (enableflags & Enable.FWDINV) !== 0 ? askHost(d, 0) : Event.NONE;
    case IntegrationPlace.eulerAcc:
      // Runge-Kutta needs forward dynamics several times; who comes here with it wants Euler
      if (integrator !== Integrator.EULER && integrator !== Integrator.RK4) return Event.NONE;
      return eventOfBad(d, eulerAcc(m, d, skipfactor));
    case IntegrationPlace.implicitAcc:
      if (integrator !== Integrator.IMPLICIT && integrator !== Integrator.IMPLICITFAST) return Event.NONE;
      return eventOfBad(d, implicitAcc(m, d, skipfactor));
    case IntegrationPlace.springDamperAcc:
      if (integrator !== Integrator.IMPLICITSPRINGDAMPER) return Event.NONE;
      return eventOfBad(d, springDamperAcc(m, d, skipfactor));
    case IntegrationPlace.keepState:
    case IntegrationPlace.advancePlugins:
      return askCallbacks(d, mode);
    case IntegrationPlace.advanceInputs:
      advanceInputs(m, d, weighted);
      return Event.NONE;
    case IntegrationPlace.sleep:
      // Runge-Kutta goes through velocities that sleepers would wake from
      if (weighted !== 0) return (enableflags & Enable.SLEEP) !== 0 ? askHost(d, 0) : Event.NONE;
      return eventOfCount(d, sleep(m, d));
    case IntegrationPlace.advanceState:
      advanceState(m, d, weighted);
      return Event.NONE;
    default:
      unreachable(place);
      return Event.NONE;
  }
}
