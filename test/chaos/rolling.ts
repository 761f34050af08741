import { makeApplication, PING, type TestApplication } from '../support/application';
import { newAddress } from '../support/journey';
import { postUntilAnswered } from '../support/random/traffic';
import type { Stack } from '../support/stack';
import { offer } from '../support/steady-load';
import { wrongAfter } from '../support/steady-sends';
import { type Fleet, restart } from './fleet';

const PER_SECOND = 20;
const ENDS_WITHIN_MS = 120_000;

/** Makes the application of the load, while the API that `stack` knows still runs. */
export const makeRollingApplication = (stack: Stack): Promise<TestApplication> =>
  makeApplication(stack, { 'welcome.yaml': PING.replace('name: ping', 'name: welcome') });

/** Restarts every process, one after the other, again and again, under a steady load. */
export async function rollingRestart(
  stack: Stack,
  { id, production }: TestApplication,
  fleet: Fleet,
  seconds: number,
) {
  const own = Object.assign(Object.create(stack) as Stack, { production, applicationId: id });
  let isOver = false;
  const restarts = (async () => {
    for (let turn = 0; !isOver; turn += 1) await restart(fleet.slots[turn % fleet.slots.length]!);
  })();
  const sent = await offer(PER_SECOND, seconds, async () => {
    const to = newAddress();
    const { body, tries } = await postUntilAnswered<{ id: string }>(production, '/v1/send/welcome', { to });
    return { to, id: body.id, asked: tries };
  });
  isOver = true;
  await restarts;
  const wrong = await wrongAfter(own, sent, ENDS_WITHIN_MS);
  const mails = sent.map(({ to }) => stack.smtp.mailsTo(to).length);
  return {
    wrong,
    sent: sent.length,
    repeated: sent.reduce((sum, { asked }) => sum + asked - 1, 0),
    lost: mails.filter((count) => count === 0).length,
    doubled: mails.filter((count) => count > 1).length,
  };
}
