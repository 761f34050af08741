import { eventually } from '../../../support/eventually';
import { untilEnded } from '../../../support/journey';
import type { ReceivedWebhook } from '../../../support/webhook-receiver';
import type { Filled } from './fill';

/** Checks that nothing is sent to these addresses, and that a refusal by the mail server suppresses none. */
export async function expectSuppressed(
  { shop, bounced, subjectsTo }: Filled,
  addresses: string[],
): Promise<void> {
  for (const [to, code] of [...addresses.map((one) => [one, 'SUPPRESSED']), [bounced, 'INVALID_RECIPIENT']]) {
    const { status, messages } = await untilEnded(
      shop.production,
      await shop.production.send('plain', { to }),
    );
    expect({ to, status, error: messages[0]?.error, mails: subjectsTo(String(to)) }).toEqual({
      ...{ to, status: 'failed', error: expect.stringMatching(`^${code}`), mails: [] },
    });
  }
}

/** Checks that an erased contact is gone, and that a send to its address makes a new one that has nothing of it. */
export async function expectErased({ shop: { production }, erased, subjectsTo }: Filled): Promise<void> {
  const path = `/v1/contacts/${encodeURIComponent(erased)}`;
  expect((await production.get(path)).status).toBe(404);
  const mails = subjectsTo(erased).length;
  const id = await production.send('plain', { to: erased });
  expect(await untilEnded(production, id)).toMatchObject({ status: 'completed' });
  expect(subjectsTo(erased)).toHaveLength(mails + 1);
  expect((await production.get(path)).body).toMatchObject({ contact: { emailAddresses: [erased] } });
}

interface Line {
  id: string;
  status: string;
}

const idAndBody = ({ headers, raw }: ReceivedWebhook) => `${String(headers['webhook-id'])} ${raw}`;

/** Redelivers the events that the endpoint refused: each one comes once more, with the same id and body. */
export async function expectRedelivered({ shop: { sandbox }, refusing }: Filled): Promise<void> {
  const path = `/v1/webhooks/${refusing.uuid}`;
  const refused = refusing.received.map(idAndBody).sort();
  refusing.status = 200;
  const failed = await eventually('the refused events', async () => {
    const { events } = (await sandbox.get<{ events: Line[] }>(`${path}/events?status=failed&limit=100`)).body;
    return events.length >= refused.length && events;
  });
  const ids = failed.map(({ id }) => id);
  expect(refused.map((one) => one.split(' ')[0])).toEqual([...ids].sort());
  const { body } = await sandbox.post(`${path}/redeliver`, { since: '2026-01-01T00:00:00Z' });
  expect(body).toMatchObject({ redelivered: refused.length, next: null });
  for (const id of ids)
    await eventually(`event ${id} to be delivered`, async () => {
      const { event } = (await sandbox.get<{ event: Line }>(`${path}/events/${id}`)).body;
      return event.status === 'delivered';
    });
  const again = refusing.received
    .slice(refused.length)
    .filter(({ headers }) => ids.includes(String(headers['webhook-id'])));
  expect(again.map(idAndBody).sort()).toEqual(refused);
}
