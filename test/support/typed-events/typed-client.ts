import type { Heliograph } from '../../../client/src';
import type { SendEvents } from './send-events';

/** Compiled by the type-check, and never run. */
export async function typedSends(client: Heliograph<SendEvents>, untyped: Heliograph): Promise<string[]> {
  const payload = { number: 'A-1', lines: [{ title: 'Tea' }], state: 'open' as const };
  const { id } = await client.send('invoice-due', { to: 'ada@example.com', payload });
  const many = await client.send('invoice-due', { to: ['ada@example.com'], payload });
  const waited = await client.sendTo('invoice-due', 'sms', { to: '+12025550123', payload }, { wait: 5 });
  await client.send('ping', { to: 'ada@example.com' });
  await client.send('ping', { to: 'ada@example.com', payload: { anything: 1 } });
  await client.cancel('invoice-due', 'ada@example.com');
  // @ts-expect-error: there is no such event.
  await client.send('invoice', { to: 'ada@example.com', payload });
  // @ts-expect-error: nor here.
  await client.cancel('invoice', 'ada@example.com');
  // @ts-expect-error: the payload has required fields.
  await client.send('invoice-due', { to: 'ada@example.com' });
  // @ts-expect-error: the number is text.
  await client.send('invoice-due', { to: 'ada@example.com', payload: { ...payload, number: 1 } });
  // @ts-expect-error: there is no such field.
  await client.send('invoice-due', { to: 'ada@example.com', payload: { ...payload, numbr: 'A-1' } });
  // @ts-expect-error: nor such a state.
  await client.sendTo('invoice-due', 'sms', { to: 'ada', payload: { ...payload, state: 'late' } });
  const name: string = 'any';
  await untyped.send(name, { to: 'ada@example.com', payload: { anything: 1 } });
  return [id, many.notifications[0]?.id ?? '', waited.messages[0]?.id ?? ''];
}
