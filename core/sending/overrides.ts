/** `overrides` of a send, as validated (OVERRIDE-1 to OVERRIDE-8). */
export interface Overrides {
  email?: {
    subject?: string;
    reply_to?: string | string[];
    cc?: string | string[];
    bcc?: string | string[];
  };
  sms?: { sender_id?: string };
  brand?: { name?: string; logotype?: string; color?: string; website?: string };
}

/** The overrides of a notification, which is stored with their JSON text. */
export const overridesOf = ({ overrides }: { overrides: string | null }): Overrides =>
  overrides === null ? {} : (JSON.parse(overrides) as Overrides);
