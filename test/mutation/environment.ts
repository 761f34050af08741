import type { Circus } from '@jest/types';
import SharedPackagesEnvironment from '../support/shared/environment';

/** Stryker's name for the change that is being tried. The first run, without a change, has none. */
const changeTried = (): string | undefined => process.env.__STRYKER_ACTIVE_MUTANT__;
let noticed: string | undefined;

/** Leaves out what is left of the tests once one of them has noticed the change. */
export default class OneFailureIsEnough extends SharedPackagesEnvironment {
  handleTestEvent(event: Circus.AsyncEvent | Circus.SyncEvent): void {
    const change = changeTried();
    if (change === undefined) return;
    if (event.name === 'test_done' && event.test.errors.length > 0) noticed = change;
    if (event.name === 'test_start' && noticed === change) event.test.mode = 'skip';
  }
}
