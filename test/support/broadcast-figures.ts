import { SKIP_CODES } from '../../core/broadcasts/broadcast';
import { broadcastRecipientIdOf } from '../../core/shared/ids';
import type { Broadcast } from '../../store/broadcasts/broadcasts';
import type { Notification } from '../../store/notifications/model';
import type { CountedMail } from './counting-mail';
import type { Stack } from './stack';

const READ_AT_ONCE = 500;

/** What became of a broadcast, by the notifications and by the mails. */
export interface BroadcastFigures {
  audience: number;
  sent: number;
  failed: number;
  skipped: number;
  cancelled: number;
  mails: number;
  /** Mails that came again after an attempt that was cut. */
  copies: number;
  /** What must not be, with ids. */
  wrong: string[];
}

const CODES: readonly string[] = SKIP_CODES;
type Read = Pick<Notification, '_id' | 'status' | 'messages'>;

/**
 * Compares an ended broadcast with its audience (addresses by contact) and with the accepted mails: each contact has one
 * notification with an outcome, none came twice but after an attempt of unknown outcome, and the counts are those of the documents.
 */
export async function figuresOf(
  { connection }: Pick<Stack, 'connection'>,
  { _id, state, counted, total }: Broadcast,
  contacts: ReadonlyMap<string, string>,
  mails: ReadonlyMap<string, readonly CountedMail[]>,
): Promise<BroadcastFigures> {
  const notifications = connection.mongoose.collection<Read>('notifications');
  const made = { audience: contacts.size, sent: 0, failed: 0, skipped: 0, cancelled: 0 };
  const figures: BroadcastFigures = { ...made, mails: 0, copies: 0, wrong: [] };
  const { wrong } = figures;
  let found = 0;
  const all = [...contacts];
  for (let from = 0; from < all.length; from += READ_AT_ONCE) {
    const some = all.slice(from, from + READ_AT_ONCE);
    const ids = some.map(([contact]) => broadcastRecipientIdOf(_id, contact));
    const read = await notifications
      .find({ _id: { $in: ids } }, { projection: { status: 1, messages: 1 } })
      .toArray();
    found += read.length;
    const byId = new Map(read.map((one) => [one._id, one]));
    for (const [at, [contact, address]] of some.entries())
      judge(byId.get(ids[at] ?? ''), contact, mails.get(address)?.length ?? 0);
  }
  const stored = await notifications.countDocuments({ batchId: _id });
  if (stored !== found) wrong.push(`doubled: ${stored} notifications are stored, ${found} are expected`);
  const { sent = -1, failed, cancelled, waiting, ahead, skipped = {} } = counted ?? {};
  const skips = Object.values(skipped).reduce((sum, one) => sum + one, 0);
  const same =
    total === contacts.size &&
    sent === figures.sent &&
    failed === figures.failed &&
    skips === figures.skipped &&
    cancelled === figures.cancelled &&
    waiting === 0 &&
    ahead === 0;
  if (!same)
    wrong.push(`counts: ${JSON.stringify({ total, counted, figures: { ...figures, wrong: undefined } })}`);
  return figures;

  function judge(notification: Read | undefined, contact: string, came: number): void {
    const say = (kind: string, what: string): void =>
      void wrong.push(`${kind}: contact ${contact}, notification ${notification?._id ?? 'none'}: ${what}`);
    figures.mails += came;
    if (!notification) {
      if (state !== 'cancelled') say('lost', 'there is no notification');
      else if (came > 0) say('doubled', `${came} mails without a notification`);
      figures.cancelled += 1;
      return;
    }
    const { status, messages } = notification;
    const attempts = messages.flatMap((message) => message.attempts);
    const cut = attempts.filter(({ outcome, mayHaveSent }) => outcome === 'unknown' || mayHaveSent).length;
    const code = messages[0]?.error?.code ?? '';
    const sent = status === 'completed' ? 1 : 0;
    if (sent) figures.sent += 1;
    else if (status === 'stopped') figures.cancelled += 1;
    else if (status !== 'failed') say('lost', `it is still ${status}`);
    else if (CODES.includes(code)) figures.skipped += 1;
    else figures.failed += 1;
    if (came < sent) say('lost', 'it is called sent, and no mail came');
    if (came > sent + cut)
      say('doubled', `${came} mails, ${cut} attempts of unknown outcome, it is ${status}`);
    figures.copies += Math.max(0, came - 1);
  }
}
