import type { ProviderRecord } from '../dns/record';
import { type DkimKey, type DkimState, keepRecordUntil } from './key';
import { dkimRecordName, dkimRecordText } from './record';

const NOTES: Readonly<Record<DkimState, string>> = {
  pending: 'A key of Heliograph that does not sign yet. Set its record, then activate it.',
  active: 'The key with which Heliograph signs.',
  retiring: 'A key with which Heliograph signed before. Mail that it has signed may still be on its way.',
};

/** Returns whether the record of a key has to be in DNS. That of a retiring key is needed for some days only. */
export const needsRecord = (key: DkimKey, now: Date): boolean => (keepRecordUntil(key) ?? now) >= now;

/** Returns the records of keys of ours. */
export const dkimRecords = (keys: readonly DkimKey[]): ProviderRecord[] =>
  keys.map((key) => ({
    ...{ purpose: 'dkim', type: 'TXT', name: dkimRecordName(key), value: dkimRecordText(key) },
    ...{ publicKey: key.publicKey, note: NOTES[key.state] },
  }));
