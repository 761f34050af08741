import { sendReads } from '../../../../../api/admin/notifications/send-reads';
import type { EventDefinition } from '../../../../../core/events/definition';
import { payloadNamesIn } from '../../../../../core/events/templates/names-used';

test.each<[string, string[]]>([
  ['Hello', []],
  ['Hello {{name}} of {{payload.company.name}}', ['name', 'company']],
  ['{{name | Guest}}', ['name']],
  [
    '{{#each items}}{{title}} {{../currency}} {{@root.total}} {{@index}}{{/each}}',
    ['items', 'currency', 'total'],
  ],
  ['{{#each items as |item|}}{{item.title}}{{/each}}', ['items']],
  ['{{#if isPro}}{{plan}}{{else}}{{offer}}{{/if}}', ['isPro', 'plan', 'offer']],
  ['{{#order}}{{id}}{{/order}}', ['order']],
  ['{{date due style="long" zone=zone}}', ['due', 'zone']],
  ['{{contact.name}} {{brand.color}} {{app.name}} {{event}}', []],
])('%s names %j', (text, names) => {
  expect(payloadNamesIn({ text }).sort()).toEqual([...names].sort());
});

test.each([
  ['of its channel and language', 3, 3, ['payload.name']],
  ['nothing, if the event has changed', 2, 3, []],
  ['nothing, if its version is unknown', undefined, undefined, []],
])('a SEND reads %s', (_, eventVersion, version, reads) => {
  const event = {
    ...{ version, language: 'en', stepTemplates: {} },
    templates: {
      sms: { en: { text: '{{name}}' }, de: { text: '{{vorname}}' } },
      email: { en: { text: '{{x}}' } },
    },
  } as unknown as EventDefinition;
  const message = { step: 'send', channel: 'sms', rendered: null } as const;
  expect(sendReads([message], { language: 'en-GB', eventVersion }, event)).toEqual(reads);
});
