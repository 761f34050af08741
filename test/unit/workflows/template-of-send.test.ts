import { parseEventFile } from '../../../rendering/event-files';
import { complaintOf } from '../../../workflows/testing/event-of';

const FILE = `
name: invoice-due
sequence: { code: trial-ending }
step_templates:
  reminder:
    email:
      en: { subject: 'Due', text: 'Please pay.' }
`;

const complaintAbout = (name: string): string | null => {
  const parsed = parseEventFile('invoice-due.yaml', FILE);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return complaintOf(parsed.event, { name, channel: null, at: new Date(0), afterMs: 0, outcome: 'sent' });
};

test('a SEND of a sequence in code that has a template is fine', () => {
  expect(complaintAbout('reminder')).toBeNull();
});

test('a SEND without one names where to add it, and the name that is near', () => {
  expect(complaintAbout('remindr')).toBe(
    'SEND "remindr" has no template for any of the event\'s channels in event invoice-due: ' +
      'add step_templates.remindr, or one to templates, did you mean "reminder"?',
  );
});
