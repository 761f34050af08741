import type mongoose from 'mongoose';
import type { DkimKey } from '../../core/sending/dkim/key';
import { findAndUpdate } from '../queries';
import type { Application } from './applications';

/** Keys that sign the e-mail of an application. Each change is one conditional update, so a domain has at most one that signs. */
export function createDkimKeyStore(connection: mongoose.Connection) {
  const model = connection.model<Application>('Application');
  return {
    /** Adds a pending key. Null if the domain has a key that is pending or retires. */
    add: (_id: string, key: DkimKey) =>
      findAndUpdate(
        model,
        {
          _id,
          dkim: { $not: { $elemMatch: { domain: key.domain, state: { $in: ['pending', 'retiring'] } } } },
        },
        { $push: { dkim: key } },
      ),
    /** Lets a key sign, and the one that signed before retire. Null if it is gone, or signs already. */
    activate: (_id: string, { domain, selector }: Pick<DkimKey, 'domain' | 'selector'>, now: Date) =>
      findAndUpdate(
        model,
        {
          _id,
          dkim: { $elemMatch: { domain, selector, state: { $in: ['pending', 'retiring'] } } },
        },
        {
          $set: {
            ...{ 'dkim.$[new].state': 'active', 'dkim.$[new].activeSince': now },
            ...{ 'dkim.$[new].retiringSince': null, 'dkim.$[old].retiringSince': now },
            // Last, because `old` is found by it.
            'dkim.$[old].state': 'retiring',
          },
        },
        {
          arrayFilters: [
            { 'new.domain': domain, 'new.selector': selector },
            { 'old.domain': domain, 'old.selector': { $ne: selector }, 'old.state': 'active' },
          ],
        },
      ),
    remove: (_id: string, { domain, selector }: Pick<DkimKey, 'domain' | 'selector'>) =>
      findAndUpdate(model, { _id }, { $pull: { dkim: { domain, selector } } }),
  };
}
