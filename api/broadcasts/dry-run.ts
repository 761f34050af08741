import type { Audience } from '../../store/audience/audience';
import type { Contact } from '../../store/contacts/model';
import type { Store } from '../../store/store';
import { countryProblem } from '../../core/caps/countries';
import { categoriesIn, unwantedBy } from '../../core/preferences/wish';
import type { SegmentFilter } from '../../core/segments/filter';
import { addressesOf, suppressibleAddresses } from '../../core/sending/reach';
import { estimatedSize } from '../../core/topics/size';
import { suppressedAmong } from '../../store/suppressions/suppress';
import type { SendDeps } from '../deps';
import { ApiError } from '../http/api-error';
import { firstRouteOf } from '../sending/first-send';
import type { BroadcastOrder } from './read-broadcast';

/** Contacts that are examined together. */
const PAGE = 500;
/** Maximum number of contacts that are examined, and how long. */
const MOST = 20_000;
const WITHIN_MS = 5000;

/** Whom a broadcast would reach now. */
export interface DryRun {
  total: number;
  reachable: number;
  /** By code: who would get nothing, and why. */
  skipped: Record<string, number>;
  /** Of `reachable`: over which channel the first message would go. */
  byChannel: Record<string, number>;
  /** Contacts that were examined. */
  sampled: number;
  /** Whether all were. False: the counts are estimates from those. */
  isExact: boolean;
}

/** Examines the audience of a broadcast as acceptance and the first attempt would, and changes nothing (BROADCAST-9). */
export async function dryRun(
  deps: SendDeps,
  order: BroadcastOrder,
  { most, withinMs } = { most: MOST, withinMs: WITHIN_MS },
): Promise<DryRun> {
  const until = performance.now() + withinMs;
  const audience = audienceOf(deps.store, order);
  const codes: Verdict[] = [];
  let after: string | null = null;
  do {
    const { contactIds, next } = await audience.page(after, PAGE);
    const contacts = contactIds.length > 0 ? await deps.store.contacts.getMany(contactIds) : [];
    codes.push(...(await examined(deps, order, contacts)));
    after = next;
  } while (after !== null && codes.length < most && performance.now() < until);
  const total = after === null ? codes.length : estimatedSize(codes.length, after).count;
  return summary(codes, total, after === null);
}

/** What would become of a contact. */
type Verdict = { channel: string } | { code: string };

/** Returns the counts of what was examined, made as large as the whole audience. */
function summary(verdicts: readonly Verdict[], total: number, isExact: boolean): DryRun {
  const counts = { skipped: {} as Record<string, number>, byChannel: {} as Record<string, number> };
  for (const one of verdicts) {
    const [of, key] =
      'code' in one ? ([counts.skipped, one.code] as const) : ([counts.byChannel, one.channel] as const);
    of[key] = (of[key] ?? 0) + 1;
  }
  const factor = verdicts.length === 0 ? 1 : total / verdicts.length;
  const scaled = (of: Record<string, number>) =>
    Object.fromEntries(Object.entries(of).map(([key, value]) => [key, Math.round(value * factor)]));
  const [skipped, byChannel] = [scaled(counts.skipped), scaled(counts.byChannel)];
  const notReached = Object.values(skipped).reduce((sum, one) => sum + one, 0);
  const reachable = Math.max(0, total - notReached);
  return { total, reachable, skipped, byChannel, sampled: verdicts.length, isExact };
}

function audienceOf({ audiences, now }: Store, { audience, caller: { scope } }: BroadcastOrder): Audience {
  const at = now();
  if ('topicId' in audience) return audiences.ofTopic(audience.topicId, at);
  if ('all' in audience) return audiences.all(scope, at);
  return audiences.ofSegment(scope, JSON.parse(audience.filter) as SegmentFilter, at);
}

async function examined(deps: SendDeps, order: BroadcastOrder, found: Contact[]): Promise<Verdict[]> {
  const { scope, application } = order.caller;
  const contacts = found.filter(({ erasingSince }) => !erasingSince);
  const addresses = contacts.flatMap((contact) =>
    suppressibleAddresses({ to: {}, contact }).map((address) => ({ scope, ...address })),
  );
  const isSuppressed = await suppressedAmong(deps, application, addresses);
  const categories = categoriesIn(application, scope);
  return contacts.map((contact) => {
    const isUnwanted = unwantedBy({ event: order.event, contact, categories });
    try {
      const reach = { addresses: addressesOf({ to: {}, contact }), isSuppressed, isUnwanted };
      const first = firstRouteOf(order, reach);
      // In the order of an attempt (activities/deliver/prepare.ts).
      if (first === null) return { channel: 'none' };
      if (isUnwanted(first.channel)) return { code: 'PREFERENCE' };
      if (countryProblem(application.smsCountries, first) !== null) return { code: 'COUNTRY_NOT_ALLOWED' };
      return isSuppressed(first.channel, first.address) ? { code: 'SUPPRESSED' } : { channel: first.channel };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { code: error.code === 'IDENTIFIER_MISSING' ? 'UNREACHABLE' : error.code };
    }
  });
}
