import { BRAND_FIELDS } from '../../sending/brand-fields';
import type { Links } from '../../preferences/links';
import { type FieldsReadBy, namesReadBy, type OneName } from '../../contacts/rows';

type Read = FieldsReadBy<'template'>;

/** The recipient as templates see it, `contact.*`. */
export type ContactVariables = { [Name in Read as OneName<Name>]?: string | null } & {
  firstName?: string | null;
  lastName?: string | null;
  meta?: Record<string, unknown>;
};

/** What `contact.…` of a template may name. */
export const CONTACT_VARIABLES: readonly string[] = namesReadBy('template');

/**
 * What templates may name of the variables beside `contact`. An application may have more in its brand, so there only a name that
 * is near one of these is mistyped.
 */
export const OUR_FIELDS: Readonly<Record<string, { names: readonly string[]; isOpen?: true }>> = {
  app: { names: ['name'] },
  sender: { names: ['name', 'email', 'phone'] },
  notification: { names: ['id'] },
  brand: { names: BRAND_FIELDS, isOpen: true },
};

export interface VariableSources {
  payload: Record<string, unknown>;
  contact: ContactVariables;
  /** `brand.*` in the language of the template. */
  brand?: Record<string, unknown>;
  app: { name: string };
  /** `sender.*`: who the message comes from. */
  sender?: { email?: string | null; name?: string | null; phone?: string | null };
  /** Name of the event, `{{event}}`. */
  event: string;
  notificationId: string;
  /** `tenant.*`, only of a send that names a tenant. */
  tenant?: Record<string, unknown>;
  /** `digest.*`, only after a digest step. */
  digest?: DigestVariables;
  /** `unsubscribe_url` and `preferences_url`; absent: the message has none. */
  links?: Links;
}

/** The content of a digest. */
export interface DigestVariables {
  /** Number of combined sends, including its own. */
  count: number;
  /** The value that the payloads have in common, if the digest has a key. Null: they have none. */
  key?: string | null;
  /** Their payloads in the order of the sends, each at the root and under `payload`; the first hundred. */
  items: Record<string, unknown>[];
}

export type TemplateVariables = Record<string, unknown>;

/**
 * Returns the variables of a template. Payload keys are at the root. If one has the name of a root of ours (`contact`,
 * `brand`, `app`, `sender`, `event`, `notification`, `payload`, with a tenant `tenant`, after a digest `digest`), ours wins, so that a template can
 * rely on `contact.name`. The caller's value is still `payload.<key>`. Only of the links the caller's own win, because they
 * are younger than templates that name such a key.
 */
export function buildVariables(sources: VariableSources): TemplateVariables {
  return {
    ...(sources.links && {
      unsubscribe_url: sources.links.unsubscribeUrl,
      preferences_url: sources.links.preferencesUrl,
    }),
    ...sources.payload,
    payload: sources.payload,
    contact: sources.contact,
    brand: sources.brand ?? {},
    app: { name: sources.app.name },
    sender: sources.sender ?? {},
    event: sources.event,
    notification: { id: sources.notificationId },
    ...(sources.tenant && { tenant: sources.tenant }),
    ...(sources.digest && { digest: sources.digest }),
  };
}
