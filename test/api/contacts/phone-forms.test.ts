import { untilEnded } from '../../support/journey';
import { type TestApplication, makeApplication, newPhone } from '../../support/application';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  app = await makeApplication(stack);
});

interface Shown {
  contact: { uuid: string; phoneNumbers: string[] };
}

test('CONTACT-2: a number in another form is the same person, and is sent as it was given', async () => {
  const digits = newPhone().slice(-7);
  const [short, long] = [`+52551${digits}`, `+521551${digits}`];
  const made = await app.sandbox.post<Shown>('/v1/contacts', { phone: long, name: 'Frida' });
  expect(made.body.contact.phoneNumbers).toEqual([long]);
  const path = `/v1/contacts/${encodeURIComponent(short)}`;
  const { uuid } = made.body.contact;
  expect((await app.sandbox.get<Shown>(path)).body.contact).toMatchObject({ uuid, phoneNumbers: [long] });
  const id = await app.sandbox.send('ping/sms', { to: short });
  expect((await untilEnded(app.sandbox, id)).messages).toMatchObject([{ status: 'sent' }]);
  const stored = await stack.store.notifications.get(id);
  expect(stored).toMatchObject({ contactId: uuid, messages: [{ address: short }] });
  expect((await app.sandbox.get<Shown>(path)).body.contact).toMatchObject({ uuid, phoneNumbers: [short] });
  const again = await app.sandbox.post<Shown>('/v1/contacts', { phone: long });
  expect(again.body.contact).toMatchObject({ uuid, phoneNumbers: [long] });
});

test('CONTACT-15: simultaneous requests with both forms of a new number create one contact', async () => {
  const digits = newPhone().slice(-7);
  const forms = [`+55118${digits}`, `+551198${digits}`];
  const answers = await Promise.all(
    [...forms, ...forms].map((phone) => app.sandbox.post<Shown>('/v1/contacts', { phone })),
  );
  expect(new Set(answers.map(({ body }) => body.contact.uuid)).size).toBe(1);
});

test('CONTACT-2: two contacts that an older release made of one number stay, and the given form decides', async () => {
  const digits = newPhone().slice(-7);
  const [short, long] = [`+54299${digits}`, `+549299${digits}`];
  const first = await app.sandbox.post<Shown>('/v1/contacts', { phone: short });
  const second = await app.sandbox.post<Shown>('/v1/contacts', { external_id: `old-${digits}` });
  const [a, b] = await Promise.all(
    [first, second].map(({ body }) => stack.store.contacts.get(body.contact.uuid)),
  );
  const keyOf = (phone: string) => `${a!.applicationId}:sandbox:phone:${phone}`;
  const only = a!.identifiers.filter((key) => !key.endsWith(long));
  expect(a!.identifiers.length - only.length).toBe(1);
  expect(await stack.store.contacts.replace({ ...a!, identifiers: only })).toBe(true);
  const old = { ...b!, phones: [long], identifiers: [...b!.identifiers, keyOf(long)] };
  expect(await stack.store.contacts.replace(old)).toBe(true);
  for (const [phone, { body }] of [
    [short, first],
    [long, second],
  ] as const) {
    const found = await app.sandbox.post<Shown>('/v1/contacts', { phone, name: 'Eva' });
    expect(found.body.contact).toMatchObject({ uuid: body.contact.uuid, name: 'Eva', phoneNumbers: [phone] });
  }
});
