import { z } from 'zod';
import { DKIM_STATES, type DkimKey, keepRecordUntil, keysOfDomain } from '../../../../core/sending/dkim/key';
import { dkimRecordName, dkimRecordText, textStrings } from '../../../../core/sending/dkim/record';
import type { Application } from '../../../../store/accounts/applications';
import { answer, timestamp } from '../../../http/formats';

const keySchema = z
  .object({
    selector: z.string(),
    state: z
      .enum(DKIM_STATES)
      .describe(
        '`pending`: not seen in DNS yet. `active`: signs. `retiring`: signs no more, and its record stays in DNS.',
      ),
    record: z
      .object({
        type: z.literal('TXT'),
        name: z.string(),
        value: z.string(),
        strings: z
          .array(z.string())
          .describe(
            'The value in strings of at most 255 characters, for DNS servers that take no longer one.',
          ),
      })
      .describe('The record to publish.'),
    created_at: timestamp,
    active_since: timestamp.nullable().describe('When it last began to sign. Null: it never did.'),
    retiring_since: timestamp.nullable(),
    keep_record_until: timestamp
      .nullable()
      .describe('Until when the record of a retiring key has to stay in DNS. Null: the key is in use.'),
  })
  .meta({ id: 'DkimKey', description: 'A key that signs the e-mail of a domain over SMTP.' });

export const dkimAnswer = answer('DkimAnswer', {
  domain: z.string(),
  keys: z.array(keySchema).describe('At most two, the oldest first.'),
});

/** Returns the keys of a domain as answers show them. */
export const dkimView = ({ dkim }: Pick<Application, 'dkim'>, domain: string) => ({
  domain,
  keys: keysOfDomain(dkim, domain).map(keyView),
});

/** Returns what the audit log keeps of a key. */
export const dkimAudit = ({ domain, selector, state }: DkimKey) => ({ domain, selector, state });

function keyView(key: DkimKey) {
  const value = dkimRecordText(key);
  return {
    selector: key.selector,
    state: key.state,
    record: { type: 'TXT' as const, name: dkimRecordName(key), value, strings: textStrings(value) },
    created_at: key.createdAt.toISOString(),
    active_since: key.activeSince?.toISOString() ?? null,
    retiring_since: key.retiringSince?.toISOString() ?? null,
    keep_record_until: keepRecordUntil(key)?.toISOString() ?? null,
  };
}
