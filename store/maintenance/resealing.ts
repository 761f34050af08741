import type mongoose from 'mongoose';
import { dkimRecordName } from '../../core/sending/dkim/record';
import { type AtRest, openText, sealedFor, sealText } from '../../core/shared/at-rest';
import { type Vault, VaultError } from '../../core/shared/vault';
import type { Application } from '../accounts/applications';
import type { Batch } from '../notifications/batches';
import type { InboxEntry } from '../sending/inbox';
import type { Notification } from '../notifications/model';
import type { WebhookEndpoint } from '../webhooks/endpoints';
import { hasMatched } from '../queries';

/** Collections with sealed texts, in the order in which they are processed. */
export const RESEALED = ['applications', 'webhooks', 'batches', 'notifications', 'inbox'] as const;
export type ResealedPart = (typeof RESEALED)[number];

/** The result of one page of documents. */
export interface ResealedPage {
  /** By kind of text, the number of texts that were sealed with the first key. */
  resealed: Record<string, number>;
  /** Texts that no key opens. */
  unopened: { kind: string; id: string }[];
  /** Id of the last document; null: there are no more. */
  last: string | null;
}

/** One sealed text, and how to replace it. */
interface Place {
  kind: string;
  /** Id of its owner, for operators. */
  id: string;
  text: AtRest | null | undefined;
  context: string;
  /** Its field, with `$` for the element of an array that `filter` finds. */
  path: string;
  /** The field has the sealed text itself, and no object with `sealed`. */
  bare?: true;
  filter?: (text: string) => Record<string, unknown>;
}

/** Made after the models of all other repositories. */
export function createResealingStore(connection: mongoose.Connection) {
  const sensitive = { sensitive: true };
  const parts = {
    applications: partOf('Application', {}, applicationPlaces),
    webhooks: partOf('WebhookEndpoint', {}, webhookPlaces),
    batches: partOf('Batch', sensitive, contentPlaces),
    notifications: partOf('Notification', sensitive, contentPlaces),
    inbox: partOf('InboxEntry', sensitive, capturedPlaces),
  } satisfies Record<ResealedPart, unknown>;

  function partOf<T>(name: string, filter: object, placesOf: (document: T) => Place[]) {
    const model = connection.model<Stored>(name);
    const find = (after: string, limit: number) =>
      model
        .find({ ...filter, _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<(T & Stored)[]>()
        .exec();
    return { model, find, placesOf: (document: Stored) => placesOf(document as T & Stored) };
  }

  return {
    /** Seals the texts of up to `limit` documents after `after` with the vault's first key. A repeat changes nothing. */
    page: async (part: ResealedPart, vault: Vault, { after, limit }: { after: string; limit: number }) => {
      const { model, find, placesOf } = parts[part];
      const found: Stored[] = await find(after, limit);
      const page: ResealedPage = { resealed: {}, unopened: [], last: null };
      for (const document of found)
        for (const place of placesOf(document)) {
          const result = await reseal(model, document._id, place, vault);
          if (result === 'unopened') page.unopened.push({ kind: place.kind, id: place.id });
          if (result === 'resealed') page.resealed[place.kind] = (page.resealed[place.kind] ?? 0) + 1;
        }
      return { ...page, last: found.length < limit ? null : (found.at(-1)?._id ?? null) };
    },
  };
}

type Stored = { _id: string };

/** Replaces one text, unless it has changed since it was read: a change seals with the first key. */
async function reseal(
  model: mongoose.Model<Stored>,
  _id: string,
  { text, context, path, bare, filter }: Place,
  vault: Vault,
): Promise<'resealed' | 'unopened' | 'unchanged'> {
  if (text === null || text === undefined) return 'unchanged';
  const sealed = typeof text !== 'string' ? text.sealed : bare ? text : null;
  if (sealed !== null && vault.isCurrent(sealed)) return 'unchanged';
  let plain: string;
  try {
    plain = sealed === null ? openText(vault, text, context) : vault.open(sealed, context);
  } catch (error) {
    if (error instanceof VaultError) return 'unopened';
    throw error;
  }
  const at = typeof text === 'string' ? path : `${path}.sealed`;
  const old = sealed ?? (text as string);
  const resealed = sealText(vault, plain, context);
  const found = { _id, ...(filter ? filter(old) : { [at]: old }) };
  const change = { $set: { [path]: bare ? resealed.sealed : resealed } };
  return (await hasMatched(model.updateOne(found, change))) ? 'resealed' : 'unchanged';
}

const applicationPlaces = ({
  _id,
  suppressionKey,
  linkKey,
  integrations = [],
  dkim = [],
}: Application): Place[] => [
  ...integrations.map(({ id, sealed }): Place => ({
    ...{ kind: 'integrations', id, text: sealed, context: id, path: 'integrations.$.sealed', bare: true },
    filter: (text) => ({ integrations: { $elemMatch: { id, sealed: text } } }),
  })),
  ...dkim.map((key, place): Place => ({
    ...{ kind: 'DKIM keys', id: dkimRecordName(key), text: key.sealed, bare: true },
    ...{ context: sealedFor.dkim(_id, key), path: `dkim.${place}.sealed` },
  })),
  {
    ...{ kind: 'suppression keys', id: _id, text: suppressionKey, path: 'suppressionKey' },
    context: sealedFor.suppressionKey(_id),
  },
  { ...{ kind: 'link keys', id: _id, text: linkKey, path: 'linkKey' }, context: sealedFor.linkKey(_id) },
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

const capturedPlaces = ({ _id, sealed }: Pick<InboxEntry, 'sealed'> & Stored): Place[] => [
  { kind: 'captured messages', id: _id, text: sealed, context: sealedFor.captured(_id), path: 'sealed' },
];
