import type { Message, Notification } from '../../../store/notifications/model';
import { ownDatabase } from '../database';
import {
  type Outcome,
  inFlightOf,
  messageOf,
  noon,
  notificationOf,
  OURS,
  outcomeOf,
  sendingOf,
} from '../documents';

const db = ownDatabase({ bystanders: { Notification: notificationOf() } });

const other = (status: Message['status']): Message =>
  messageOf({ step: 'other', status, sentAt: status === 'failed' ? null : noon() });
const result = { kind: 'failed', code: 'REJECTED', message: 'No.' } as const;
const retry = { kind: 'retry' } as const;
const waits = { kind: 'released', until: noon(9).getTime() } as const;
type Row = [string, Notification['status'], Notification['status'], Outcome, Message[]];
const rows: Row[] = [
  ['is sent, with a step to follow', 'running', 'stopped', { after: 'running' }, []],
  ['is sent, with a WAIT to follow', 'waiting', 'stopped', { after: 'waiting' }, []],
  ['is sent, as the last step', 'completed', 'completed', { after: 'close' }, [other('failed')]],
  ['fails, with a step to follow', 'running', 'stopped', { after: 'running', result }, []],
  ['fails, as the only step', 'failed', 'failed', { after: 'close', result }, []],
  ['fails, after one that failed', 'failed', 'failed', { after: 'close', result }, [other('failed')]],
  ['fails, after one that was sent', 'completed', 'completed', { after: 'close', result }, [other('sent')]],
  ['is tried again', 'running', 'stopped', { after: 'close', result: retry }, []],
  ['is tried again after a wait', 'waiting', 'stopped', { after: 'close', result: waits }, []],
];

test.each(rows)(
  'where a message %s, the notification is %s, and under the mark of a cancel %s',
  async (_, unmarked, marked, over, others) => {
    for (const [mark, status] of [
      [false, unmarked],
      [true, marked],
    ] as const) {
      const messages = [messageOf(), ...others];
      const notification = sendingOf({ inFlight: inFlightOf({ token: OURS, marked: mark }), messages });
      const id = await db.put(notification);
      const recorded = await db.store.outcomes.record(...outcomeOf(notification, over));
      expect(recorded).toEqual({ status, late: false, confirmed: false, decided: true });
      const isOver = status !== 'running' && status !== 'waiting';
      const completedAt = isOver ? noon(9) : null;
      expect(await db.read(id)).toMatchObject({ status, inFlight: null, completedAt });
    }
  },
);
