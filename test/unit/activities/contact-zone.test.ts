import { contactZone } from '../../../activities/contact-zone';
import type { ActivityDeps } from '../../../activities/deps';
import type { Contact } from '../../../store/contacts/model';

/** What the log says of a contact, and the zone that counts. */
function zoneOf(contact: { timezone: string | null; meta: string } | null) {
  const said: unknown[] = [];
  const log = { warn: (about: unknown) => said.push(about) } as unknown as ActivityDeps['log'];
  const zone = contactZone({ log } as ActivityDeps, 'n', contact && ({ _id: 'c', ...contact } as Contact));
  return { zone, said };
}

test.each([
  [null, null],
  [{ timezone: null, meta: '{}' }, null],
  [{ timezone: 'Asia/Tokyo', meta: '{"timezone":"Asia/Tokyo"}' }, 'Asia/Tokyo'],
  [{ timezone: null, meta: '{"timezone":7}' }, null],
])('METADATA-5: of %j the zone %s counts, and the log says nothing', (contact, zone) => {
  expect(zoneOf(contact)).toEqual({ zone, said: [] });
});

test.each([
  [{ timezone: 'PST', meta: '{"timezone":"PST"}' }, 'PST'],
  [{ timezone: null, meta: '{"timezone":"Mars/Olympus"}' }, 'Mars/Olympus'],
])('METADATA-5: of %j no zone counts, and the log names it', (contact, timezone) => {
  expect(zoneOf(contact)).toEqual({ zone: null, said: [{ notificationId: 'n', contactId: 'c', timezone }] });
});
