import type { z } from 'zod';
import type { broadcastBody } from '../../core/schemas/broadcasts';
import { sealedFor, sealText } from '../../core/shared/at-rest';
import type { Broadcast } from '../../store/broadcasts/broadcasts';
import type { SendDeps } from '../deps';
import { unavailable } from '../http/api-error';
import type { Principal } from '../http/middleware/authenticate';
import { Interrupted } from '../sending/interrupted';
import { readBroadcast, timesOf } from './read-broadcast';

interface Request {
  caller: Principal;
  by: Broadcast['by'];
  event: string;
  /** Reads the body, and throws if it is not valid. */
  body: () => z.output<typeof broadcastBody>;
}

/**
 * Makes a broadcast under an id, which a repeat of the request has too. **The insert is the commit**: after it the broadcast
 * exists, and the sweep starts its workflow if this process dies. Returns it as it is stored, and whether it is new.
 */
export async function makeBroadcast(
  deps: SendDeps,
  { caller, by, event: name, body: read }: Request,
  { id, at, mayExist }: { id: string; at: Date; mayExist: boolean },
): Promise<{ broadcast: Broadcast; isNew: boolean }> {
  const { store, vault, dispatcher } = deps;
  const earlier = mayExist ? await store.broadcasts.get(id) : null;
  if (earlier) return { broadcast: earlier, isNew: false };
  // What this process encrypted, others could not read.
  if (deps.encryptionCheck.state() === 'changed')
    throw unavailable('The service cannot decrypt its stored data. Try again later.', 60);
  const order = await readBroadcast(deps, caller, { event: name, body: read, id, at });
  const body = read();
  const { sendAt, localTime } = timesOf(body, at);
  const { applicationId, environment } = caller.scope;
  const broadcast: Broadcast = {
    ...{ _id: id, applicationId, environment, event: order.event.name, name: body.name ?? null },
    ...{ audience: order.audience, language: body.language ?? null },
    ...{ sendAt, localTime, perSecond: body.per_second ?? null, tenant: order.tenant?.id ?? null },
    ...{
      state: sendAt === null ? 'running' : 'scheduled',
      by,
      createdAt: at,
      startedAt: null,
      endedAt: null,
    },
    ...{ total: null, after: '', reachedAt: null, blocked: null, counted: null, pending: store.now() },
  };
  try {
    await store.batches.put({
      ...{ id, applicationId, payload: body.payload ?? {}, overrides: body.overrides ?? null },
      ...(order.event.sensitive && {
        seal: (text: string) => sealText(vault, text, sealedFor.content(id)),
      }),
    });
    const isNew = await store.broadcasts.insert(broadcast);
    if (isNew) await dispatcher.startBroadcast(broadcast);
    return { broadcast: isNew ? broadcast : ((await store.broadcasts.get(id)) ?? broadcast), isNew };
  } catch (error) {
    throw new Interrupted(error);
  }
}
