import type mongoose from 'mongoose';
import { type AtRest, openText, sealedFor, sealText } from '../../core/shared/at-rest';
import { type Vault, VaultError } from '../../core/shared/vault';
import type { Application } from '../accounts/applications';
import type { Batch } from '../notifications/batches';
import type { InboxEntry } from '../sending/inbox';
import type { Notification } from '../notifications/model';
import type { WebhookEndpoint } from '../webhooks/endpoints';

/** Collections with sealed texts, in the order in which they are gone through. */
export const RESEALED = ['applications', 'webhooks', 'batches', 'notifications', 'inbox'] as const;
export type ResealedPart = (typeof RESEALED)[number];

/** What became of some documents. */
export interface ResealedPage {
  /** By kind of text, how many are sealed with the first key now that were not before. */
  resealed: Record<string, number>;
  /** What no key opens. */
  unopened: { kind: string; id: string }[];
  /** The last document; null: there are no more. */
  last: string | null;
}

export interface ResealingStore {
  /** Seals the texts of up to `limit` documents after `after` with the vault's first key. Doing it again changes nothing. */
  page(part: ResealedPart, vault: Vault, from: { after: string; limit: number }): Promise<ResealedPage>;
}

/** One text that rests sealed, and how to replace it. */
interface Place {
  kind: string;
  /** As operators know its owner. */
  id: string;
  text: AtRest | null | undefined;
  context: string;
  /** Where it stands, with `$` for a place in an array that `filter` finds. */
  path: string;
  /** A text without `sealed` around it is sealed all the same. */
  bare?: true;
  filter?: (text: string) => Record<string, unknown>;
}

/** Made after the models of all other repositories. */
export function createResealingStore(connection: mongoose.Connection): ResealingStore {
  const parts: Record<ResealedPart, (after: string, limit: number) => Promise<[string, Place[]][]>> = {
    applications: finder<Application>('Application', {}, applicationPlaces),
    webhooks: finder<WebhookEndpoint>('WebhookEndpoint', {}, webhookPlaces),
    batches: finder<Batch>('Batch', { sensitive: true }, contentPlaces),
    notifications: finder<Notification>('Notification', { sensitive: true }, contentPlaces),
    inbox: finder<Captured>('InboxEntry', { sensitive: true }, capturedPlaces),
  };
  const MODELS = {
    applications: 'Application',
    webhooks: 'WebhookEndpoint',
    batches: 'Batch',
    notifications: 'Notification',
    inbox: 'InboxEntry',
  } as const;

  function finder<T extends { _id: string }>(
    name: string,
    filter: Record<string, unknown>,
    placesOf: (document: T) => Place[],
  ) {
    const model = connection.model<T>(name);
    return async (after: string, limit: number): Promise<[string, Place[]][]> => {
      const found = await model
        .find({ ...filter, _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<T[]>()
        .exec();
      return found.map((document) => [document._id, placesOf(document)]);
    };
  }

  return {
    page: async (part, vault, { after, limit }) => {
      const found = await parts[part](after, limit);
      const page: ResealedPage = { resealed: {}, unopened: [], last: null };
      for (const [_id, places] of found)
        for (const place of places) {
          const became = await reseal(connection.model<{ _id: string }>(MODELS[part]), _id, place, vault);
          if (became === 'unopened') page.unopened.push({ kind: place.kind, id: place.id });
          if (became === 'resealed') page.resealed[place.kind] = (page.resealed[place.kind] ?? 0) + 1;
        }
      return { ...page, last: found.length < limit ? null : (found.at(-1)?.[0] ?? null) };
    },
  };
}

/** Replaces one text where it is still as it was read: whoever changed it meanwhile has sealed it anew. */
async function reseal(
  model: mongoose.Model<{ _id: string }>,
  _id: string,
  { text, context, path, bare, filter }: Place,
  vault: Vault,
): Promise<'resealed' | 'unopened' | 'left'> {
  if (text === null || text === undefined) return 'left';
  const sealed = typeof text !== 'string' ? text.sealed : bare ? text : null;
  if (sealed !== null && vault.isCurrent(sealed)) return 'left';
  let plain: string;
  try {
    plain = sealed === null ? openText(vault, text, context) : vault.open(sealed, context);
  } catch (error) {
    if (error instanceof VaultError) return 'unopened';
    throw error;
  }
  const at = typeof text === 'string' ? path : `${path}.sealed`;
  const old = sealed ?? (text as string);
  const anew = sealText(vault, plain, context);
  const updated = await model.updateOne(
    { _id, ...(filter ? filter(old) : { [at]: old }) },
    { $set: { [path]: bare ? anew.sealed : anew } },
  );
  return updated.matchedCount > 0 ? 'resealed' : 'left';
}

const applicationPlaces = ({ _id, suppressionKey, integrations = [] }: Application): Place[] => [
  ...integrations.map(({ id, sealed }): Place => ({
    ...{ kind: 'integrations', id, text: sealed, context: id, path: 'integrations.$.sealed', bare: true },
    filter: (text) => ({ integrations: { $elemMatch: { id, sealed: text } } }),
  })),
  {
    ...{ kind: 'suppression keys', id: _id, text: suppressionKey, path: 'suppressionKey' },
    context: sealedFor.suppressionKey(_id),
  },
];

const webhookPlaces = ({ _id, signingSecret, ...before }: WebhookEndpoint): Place[] => {
  const of = { kind: 'webhook secrets', id: _id, context: sealedFor.webhook(_id) };
  return [
    { ...of, text: signingSecret, path: 'signingSecret' },
    { ...of, text: before.previousSecret?.secret, path: 'previousSecret.secret' },
    ...(before.earlierSecrets ?? []).map(({ secret: text }, place) => ({
      ...of,
      text,
      path: `earlierSecrets.${place}.secret`,
    })),
  ];
};

const contentPlaces = ({ _id, payload, overrides }: Notification | Batch): Place[] => {
  const of = { kind: 'payloads', id: _id, context: sealedFor.content(_id) };
  return [
    { ...of, text: payload, path: 'payload' },
    { ...of, text: overrides, path: 'overrides' },
  ];
};

type Captured = Pick<InboxEntry, 'sealed'> & { _id: string };
const capturedPlaces = ({ _id, sealed }: Captured): Place[] => [
  { kind: 'captured messages', id: _id, text: sealed, context: sealedFor.captured(_id), path: 'sealed' },
];
