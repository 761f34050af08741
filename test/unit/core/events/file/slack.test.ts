import { parseEventFile } from '../../../../../rendering/event-files';

const problemsOf = (blocks: object[]): string[] => {
  const parsed = parseEventFile(
    'e.yaml',
    `templates:\n  slack:\n    en:\n      text: Hi\n      blocks:\n${blocks.map((one) => `        - ${JSON.stringify(one)}`).join('\n')}`,
  );
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
};
const AT = '"templates.slack.en.blocks';
const NOT = "which Slack's Block Kit does not have";

it.each([
  [{ type: 'secton' }, `7: ${AT}[1].type" is "secton", ${NOT}, did you mean "section"?`],
  [{ type: 'button' }, `7: ${AT}[1].type" is "button", ${NOT}`],
  [
    { type: 'section', text: { type: 'markdwn', text: 'a' } },
    `7: ${AT}[1].text.type" is "markdwn", ${NOT}, did you mean "mrkdwn"?`,
  ],
  [
    { type: 'section', accessory: { type: 'buttn' } },
    `7: ${AT}[1].accessory.type" is "buttn", ${NOT}, did you mean "button"?`,
  ],
  [
    { type: 'actions', elements: [{ type: 'button' }, { type: 'selectt' }] },
    `7: ${AT}[1].elements[1].type" is "selectt", ${NOT}`,
  ],
  [{ type: 'section', fields: [{ type: 'text' }] }, `7: ${AT}[1].fields[0].type" is "text", ${NOT}`],
])('a push refuses a type that Slack does not have: %j', (block, problem) =>
  expect(problemsOf([{ type: 'divider' }, block])).toEqual([problem]),
);

it('a push takes the types that Slack has, and templates', () =>
  expect(
    problemsOf([
      { type: 'header', text: { type: 'plain_text', text: 'a' } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: 'a' }, { type: 'image' }] },
      { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'emoji' }] }] },
      { type: 'input', element: { type: 'plain_text_input' }, label: { type: 'plain_text' } },
      { type: 'carousel', elements: [{ type: 'card' }] },
      { type: 'table', rows: [[{ type: 'raw_text', text: 'a' }]] },
      { type: '{{kind}}', text: null, fields: [1, 'a', {}] },
      { type: 'markdown', text: 'a' },
    ]),
  ).toEqual([]));
