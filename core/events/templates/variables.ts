/** The recipient as templates see it, `contact.*`. */
export interface ContactVariables {
  name?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  phone?: string | null;
  externalId?: string | null;
  avatar?: string | null;
  username?: string | null;
  language?: string | null;
  meta?: Record<string, unknown>;
}

export interface VariableSources {
  payload: Record<string, unknown>;
  contact: ContactVariables;
  /** `brand.*`: the application's with the send's overrides over it. */
  brand?: Record<string, unknown>;
  app: { name: string };
  /** `sender.*`: who the message comes from. */
  sender?: { email?: string | null; name?: string | null; phone?: string | null };
  /** Name of the event, `{{event}}`. */
  event: string;
  notificationId: string;
  /** `digest.*`, behind a digest step only. */
  digest?: DigestVariables;
}

/** What a digest has gathered. */
export interface DigestVariables {
  /** How many sends it speaks for, its own among them. */
  count: number;
  /** Their payloads in the order of the sends, each at the root and under `payload`; the first hundred. */
  items: Record<string, unknown>[];
}

export type TemplateVariables = Record<string, unknown>;

/**
 * The names that a template can use. Payload keys are at the root; where one has the name of a root of ours
 * (`contact`, `brand`, `app`, `sender`, `event`, `notification`, `payload`, behind a digest `digest`) ours wins, and the caller's is
 * still there as `payload.<key>`: a template that greets `contact.name` can count on what that is.
 */
export function buildVariables(sources: VariableSources): TemplateVariables {
  return {
    ...sources.payload,
    payload: sources.payload,
    contact: sources.contact,
    brand: sources.brand ?? {},
    app: { name: sources.app.name },
    sender: sources.sender ?? {},
    event: sources.event,
    notification: { id: sources.notificationId },
    ...(sources.digest && { digest: sources.digest }),
  };
}
