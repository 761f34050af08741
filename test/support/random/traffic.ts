import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, HttpApi } from '../http-api';
import type { Way } from './sequence';
import type { RandomEvent, Recipient, World } from './world';

/** A recipient of a round, and what became of its requests. */
export interface Person {
  index: number;
  of: Recipient;
  event: RandomEvent;
  email?: string;
  phone?: string;
  slack?: string;
  name: string;
  /** A word of its payload that stands nowhere else. */
  mark: string;
  /** Ids of what was accepted. */
  ids: string[];
  /** How many of its sends were refused, each by a 400. */
  refused: number;
  cancels: { cancelled: number; tookMs: number; repeated: boolean }[];
}

let counter = 0;
const reaches = ({ reach }: Recipient, way: Way): boolean => reach === 'all' || reach === way;

/** The people of a round, with addresses that no other round has. */
export const peopleOf = ({ events, recipients }: World): Person[] =>
  recipients.map((of, index) => {
    const nth = (counter += 1);
    const id = `${process.pid}x${nth}`;
    return {
      ...{ index, of, event: events[of.event]!, ids: [], refused: 0, cancels: [] },
      ...(reaches(of, 'email') && { email: `person-${id}@example.org` }),
      ...(reaches(of, 'sms') && { phone: `+1202555${String(nth % 10_000).padStart(4, '0')}` }),
      ...(reaches(of, 'slack') && { slack: `U0${String(process.pid * 10_000 + nth).padStart(9, '0')}` }),
      name: `Firstname${id} Lastname${id}`,
      mark: `payload-mark-${id}`,
    };
  });

/** What the addresses, numbers, names and marks of these people look like, and nothing else in a history. */
export const OF_A_PERSON = /person-\d+x\d+|\+1202555\d{4}|(?:First|Last)name\d+x\d+|payload-mark-\d+x\d+/g;

export const eventName = (index: number): string => `event-${index}`;

const recipientOf = ({ of, email, phone, slack, name }: Person) => ({
  ...{ name, tier: of.tier },
  ...(email && { email }),
  ...(phone && { phone }),
  ...(slack && { slack }),
});

/** Whether a person comes in the array of its event. */
export const inArray = ({ of, event }: Person): boolean =>
  event.array && !of.forced && of.aheadMs === undefined;

interface Repeats {
  key?: string;
  /** After so many it gives up. */
  most?: number;
}

/** Sends one request until it is answered: a caller whose connection broke repeats it with its key. */
export async function postUntilAnswered<T>(
  api: HttpApi,
  path: string,
  body: unknown,
  { key = randomUUID(), most = 120 }: Repeats = {},
): Promise<Answer<T> & { tries: number }> {
  for (let tries = 1; ; tries += 1) {
    const answer = await api
      .post<T & { code?: string }>(path, body, { 'idempotency-key': key })
      .catch(ifBroken);
    const inProgress = answer?.status === 409 && answer.body.code === 'IDEMPOTENCY_IN_PROGRESS';
    if (answer && answer.status < 500 && !inProgress) return { ...answer, tries };
    if (tries > most) throw new Error(`${path} is not answered: ${answer?.status}`);
    await sleep(250);
  }
}

/** Errors of undici's `request` and of the sockets below it if a connection or a response breaks off. */
const BROKEN =
  /^(?:UND_ERR_(?:SOCKET|ABORTED|RES_CONTENT_LENGTH_MISMATCH|(?:CONNECT|HEADERS|BODY)_TIMEOUT)|HPE_\w+|ECONN\w+|EPIPE|ETIMEDOUT)$/;

/** Returns null if the connection or the response broke off, as it does while the API is down. Throws anything else. */
export function ifBroken(error: unknown): null {
  const { name, code } = error as NodeJS.ErrnoException;
  // By name, because the error is of another realm than Jest's. A body that broke off is no JSON.
  if (name === 'SyntaxError' || (code !== undefined && BROKEN.test(code))) return null;
  throw error;
}

/** A 400 is right only where the person lacks an address. */
function refuse(person: Person, answer: { code?: string; error?: string }): void {
  if (person.of.reach === 'all' || answer.code !== 'IDENTIFIER_MISSING')
    throw new Error(`the send of person ${person.index} was refused: ${JSON.stringify(answer)}`);
  person.refused += 1;
}

/** Sends a person its event, as often as it is to get it. */
export async function sendTo(api: HttpApi, person: Person, accepted: (id: string) => void): Promise<void> {
  const { of, mark } = person;
  await sleep(of.atMs);
  for (let sends = 0; sends < of.sends; sends += 1) {
    const path = `/v1/send/${eventName(of.event)}${of.forced ? `/${of.forced}` : ''}`;
    const answer = await postUntilAnswered<{ id: string; code?: string }>(api, path, {
      to: recipientOf(person),
      payload: { plan: of.plan, mark },
      ...(of.aheadMs !== undefined && { send_at: new Date(Date.now() + of.aheadMs).toISOString() }),
    });
    if (answer.status !== 200) {
      refuse(person, answer.body);
      continue;
    }
    person.ids.push(answer.body.id);
    accepted(answer.body.id);
  }
}

interface ArrayAnswer {
  notifications?: { id: string | null; code?: string }[];
}

/** Sends an event to several in one request. */
export async function sendToAll(
  api: HttpApi,
  people: Person[],
  accepted: (id: string) => void,
): Promise<void> {
  const [first] = people;
  if (!first) return;
  const body = {
    to: people.map(recipientOf),
    payload: { plan: first.event.plan, mark: first.mark },
  };
  const path = `/v1/send/${eventName(first.of.event)}`;
  const answer = await postUntilAnswered<ArrayAnswer & { code?: string }>(api, path, body);
  if (answer.status !== 200) return people.forEach((person) => refuse(person, answer.body));
  for (const [index, entry] of (answer.body.notifications ?? []).entries()) {
    const person = people[index]!;
    if (entry.id === null) refuse(person, entry);
    else {
      person.ids.push(entry.id);
      accepted(entry.id);
    }
  }
}

/** Cancels a person's event, until that is answered. */
async function cancel(api: HttpApi, person: Person): Promise<void> {
  const to = person.email ?? person.phone ?? person.slack;
  for (let tries = 1; ; tries += 1) {
    const from = Date.now();
    const answer = await api
      .post<{ cancelled: number }>(`/v1/cancel/${eventName(person.of.event)}`, { to })
      .catch(ifBroken);
    if (answer?.status === 200) {
      const { cancelled } = answer.body;
      person.cancels.push({ cancelled, tookMs: Date.now() - from, repeated: tries > 1 });
      return;
    }
    if (tries > 120 || (answer && answer.status < 500))
      throw new Error(`a cancel is not answered: ${answer?.status}`);
    await sleep(250);
  }
}

/** All cancels of a person, at their times. */
export const cancelsOf = (api: HttpApi, person: Person): Promise<unknown> =>
  Promise.all(
    person.of.cancels.map(async (afterMs) => {
      await sleep(afterMs);
      await cancel(api, person);
    }),
  );
