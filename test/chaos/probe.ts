import { eventually } from '../support/eventually';
import type { HttpApi } from '../support/http-api';
import { newAddress } from '../support/journey';
import { postUntilAnswered } from '../support/random/traffic';
import type { Stack } from '../support/stack';

/** Sends a mail, again until it is accepted. Returns how long it took to arrive, milliseconds. */
export async function recovery(stack: Stack, api: HttpApi, withinMs: number): Promise<number> {
  const from = Date.now();
  const to = newAddress();
  await postUntilAnswered(api, '/v1/send/welcome', { to });
  await eventually(`a mail to ${to}`, () => stack.smtp.mailsTo(to).length > 0, withinMs);
  return Date.now() - from;
}
