import fc from 'fast-check';
import {
  addresseeOf,
  conflictOf,
  contactsByKey,
  ownerOf,
  ownersAmong,
  planContact,
} from '../../../../api/contacts/resolve';
import { type ContactInput, identifiersIn } from '../../../../core/contacts/input';
import { contactKey, isIdentifying } from '../../../../core/contacts/keys';
import { parseRecipient } from '../../../../core/sending/recipient';
import { contactInput } from '../../../../core/contacts/shape';
import type { Contact } from '../../../../store/contacts/model';

const scope = { applicationId: 'app', environment: 'production' } as const;
const FIELDS = ['external_id', 'email', 'phone'] as const;

/** The few identifiers there are, so that inputs meet; none looks like one of another kind. */
const identifiers = {
  external_id: fc.constantFrom('u1', 'u2', 'u3', 'u4'),
  email: fc.constantFrom('a@example.org', 'b@example.org', 'c@example.org', 'd@example.org'),
  phone: fc.constantFrom('+15005550001', '+15005550002', '+15005550003', '+15005550004'),
};
/** A body with at least one of them, its keys in any order. */
const body = fc
  .record(identifiers, { requiredKeys: [] })
  .filter((one) => Object.keys(one).length > 0)
  .chain((one) => shuffled(Object.entries(one)))
  .map((entries) => Object.fromEntries(entries) as Record<string, string>);
const shuffled = <T>(all: T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });

/** There are few bodies: each is read once. */
function readOnce(read: (body: object) => ContactInput): typeof read {
  const known = new Map<string, ContactInput>();
  return (of) => {
    const key = JSON.stringify(of);
    const input = known.get(key) ?? read(of);
    known.set(key, input);
    return input;
  };
}
const inputOf = readOnce((of) => contactInput.parse(of));
/** `to` as an object, as a send reads it. */
const recipientOf = readOnce((to) => {
  const parsed = parseRecipient(to, { slackChannels: false });
  if (!parsed.ok || parsed.recipient.kind !== 'contact') throw new Error('not a contact');
  return parsed.recipient.input;
});

/** Contacts as the store keeps them: by id, with keys that are unique. */
class Contacts {
  private readonly all = new Map<string, Contact>();

  list(): Contact[] {
    return [...this.all.values()];
  }
  owners(input: ContactInput) {
    return ownersAmong(contactsByKey(this.list()), scope, input);
  }
  owner(input: ContactInput): Contact | null {
    return ownerOf(this.owners(input), input);
  }
  addressee(input: ContactInput): Contact | null {
    return addresseeOf(this.owners(input), input);
  }
  /** What a send does with its recipient; with `strict` a POST, which refuses a conflict. */
  upsert(input: ContactInput, { strict }: { strict: boolean }): Contact | null {
    const owners = this.owners(input);
    const owner = strict ? ownerOf(owners, input) : addresseeOf(owners, input);
    if (strict && conflictOf(owners, input, owner)) return null;
    const { contact, write } = planContact(scope, owners, owner, input, { reorders: strict });
    if (write !== 'none') this.all.set(contact._id, contact);
    return contact;
  }
}

/** The contacts that some upserts leave. */
const contactsAfter = (bodies: Record<string, string>[], strict = false): Contacts => {
  const contacts = new Contacts();
  for (const one of bodies) contacts.upsert(strict ? inputOf(one) : recipientOf(one), { strict });
  return contacts;
};

describe('identifiers', () => {
  it('of one contact match it, any of them, in any order', () => {
    const some = fc.shuffledSubarray([...FIELDS], { minLength: 1 });
    fc.assert(
      fc.property(
        fc.record(identifiers),
        fc.array(body, { maxLength: 5 }),
        some,
        (person, others, fields) => {
          const contacts = contactsAfter([person]);
          const [own] = contacts.list();
          // Strangers never take what is the person's.
          for (const other of others) {
            const entries = Object.entries(other).filter(
              ([field, value]) => person[field as 'email'] !== value,
            );
            if (entries.length > 0) contacts.upsert(inputOf(Object.fromEntries(entries)), { strict: true });
          }
          const named = Object.fromEntries(fields.map((field) => [field, person[field]]));
          expect(contacts.owner(inputOf(named))?._id).toBe(own?._id);
          expect(contacts.addressee(recipientOf(named))?._id).toBe(own?._id);
        },
      ),
    );
  });

  it('of different contacts: external_id decides, then email, then phone, in whatever order they stand', () => {
    fc.assert(
      fc.property(body, (to) => {
        // Each identifier is another contact's.
        const contacts = contactsAfter(Object.entries(to).map(([field, value]) => ({ [field]: value })));
        const deciding = FIELDS.find((field) => to[field] !== undefined) ?? 'email';
        const expected = contacts.owner(inputOf({ [deciding]: to[deciding] }));
        expect(contacts.addressee(recipientOf(to))?._id).toBe(expected?._id);
      }),
    );
  });

  it('never change hands, whatever is sent to whom', () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 8 }), body, (before, to) => {
        const contacts = contactsAfter(before);
        const held = contactsByKey(contacts.list());
        const receiver = contacts.upsert(recipientOf(to), { strict: false });
        for (const [key, contact] of contactsByKey(contacts.list())) {
          expect(contact._id).toBe(held.get(key)?._id ?? receiver?._id);
        }
        // Nor are they lost: an external id that is new renames nobody (RECIPIENT-16).
        const left = contactsByKey(contacts.list());
        for (const key of held.keys()) expect(left.has(key)).toBe(true);
        if (to.external_id) expect(receiver?.externalId).toBe(to.external_id);
      }),
    );
  });

  it('are each of one contact at most, and one that a POST has named finds its contact', () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 10 }), (bodies) => {
        const contacts = new Contacts();
        for (const one of bodies) {
          const input = inputOf(one);
          const contact = contacts.upsert(input, { strict: true });
          if (!contact) continue;
          for (const identifier of identifiersIn(input)) {
            expect(contact.identifiers).toContain(contactKey(scope, identifier));
          }
          expect(contacts.owner(input)?._id).toBe(contact._id);
        }
        const keys = contacts.list().flatMap((contact) => contact.identifiers);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it('of a POST conflict exactly where they are of several contacts', () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 8 }), body, (before, posted) => {
        const contacts = contactsAfter(before);
        const input = inputOf(posted);
        const owners = contacts.owners(input);
        const ids = new Set([...owners.byIdentifier.values()].map(({ _id }) => _id));
        const conflict = conflictOf(owners, input, ownerOf(owners, input));
        expect(conflict !== null).toBe(ids.size > 1);
        if (conflict) expect(isIdentifying(conflict)).toBe(true);
      }),
    );
  });

  it('that a contact was given stay with it until it is told otherwise: older addresses match too', () => {
    fc.assert(
      fc.property(fc.array(body, { minLength: 1, maxLength: 6 }), (bodies) => {
        // All of one person, so that addresses pile up.
        const contacts = contactsAfter(
          bodies.map((one) => ({ ...one, external_id: 'person' })),
          true,
        );
        const [own, ...others] = contacts.list();
        expect(others).toEqual([]);
        for (const { email, phone } of bodies) {
          for (const one of [{ email }, { phone }]) {
            const input = inputOf({ ...one, name: 'x' });
            if (identifiersIn(input).length > 0) expect(contacts.owner(input)?._id).toBe(own?._id);
          }
        }
        expect(own?.emails[0]).toBe(bodies.findLast(({ email }) => email)?.email);
        expect(own?.phones[0]).toBe(bodies.findLast(({ phone }) => phone)?.phone);
      }),
    );
  });
});
