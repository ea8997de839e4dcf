/** Statistics set explicitly in the model. */
import type { Model } from '../../core/model/model.ts';
import type { StatisticSettings } from '../../formats/spec/elements/settings.ts';

export function overrideStatistics(m: Model, given: StatisticSettings): void {
  for (const name of ['extent', 'meaninertia', 'meanmass', 'meansize'] as const) {
    if (!Number.isNaN(given[name])) m.stat[name] = given[name];
  }
  if (!Number.isNaN(given.center[0])) m.stat.center.set(given.center);
}
