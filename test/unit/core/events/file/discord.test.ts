import { parseEventFile } from '../../../../../rendering/event-files';

const parse = (...lines: string[]) => parseEventFile('alert.yaml', lines.join('\n'));
const problemsOf = (...lines: string[]): string[] => {
  const parsed = parse(...lines);
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
};
const TEMPLATES = 'templates: { discord: { en: { text: Hi } } }';

describe('the Discord channel of an event', () => {
  it('is taken from its file', () => {
    const parsed = parse("discord: { channel: '111222333444555666' }", TEMPLATES);
    expect(parsed).toMatchObject({ ok: true, event: { discord: { channel: '111222333444555666' } } });
    expect(parse(TEMPLATES)).toMatchObject({ ok: true, event: expect.not.objectContaining({ discord: {} }) });
  });

  it('must be in quotes, for YAML would round the number', () => {
    expect(problemsOf('discord:', '  channel: 111222333444555666', TEMPLATES)).toEqual([
      '2: "discord.channel" must be text, not a number (quote it)',
    ]);
  });

  it.each(["'#ops'", "'123'", "'channel:111222333444555666'"])('is not %s', (channel) => {
    expect(problemsOf(TEMPLATES, `discord: { channel: ${channel} }`)).toEqual([
      '2: "discord.channel" must be the id of a Discord channel, 17 to 20 digits',
    ]);
  });

  it('is of no use to an event that says nothing on Discord', () => {
    const problems = problemsOf(
      'templates: { sms: { en: { text: Hi } } }',
      "discord: { channel: '111222333444555666' }",
    );
    expect(problems).toEqual(['2: there is no template for discord']);
  });

  it('is its only key there', () => {
    expect(problemsOf(TEMPLATES, "discord: { chanel: '111222333444555666' }")).toContain(
      '2: unknown key "discord.chanel", did you mean "channel"?',
    );
  });
});
