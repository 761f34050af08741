import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEventFile } from '../../../../rendering/event-files';
import { payloadTypes } from '../../../../core/events/payload/typescript';

const SUPPORT = path.join(__dirname, '../../../support/typed-events');
const text = (name: string) => readFileSync(path.join(SUPPORT, name), 'utf8');

/** typed-client.ts, which every type-check compiles, uses the file that is expected here with the client. */
test('the types of payloads are what the type-check compiles', () => {
  const events = ['ping', 'invoice-due'].map((name) => {
    const parsed = parseEventFile(`${name}.yaml`, text(`${name}.yaml`));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    return parsed.event;
  });
  expect(payloadTypes(events)).toBe(text('send-events.ts').replace('// prettier-ignore\n', ''));
});
