import { SEQUENCE_NAMES } from '../../../../../core/sequences/names';
import { parseEventFile } from '../../../../../rendering/event-files';

const parse = (...lines: string[]) => parseEventFile('trial.yaml', lines.join('\n'));
const problemsOf = (...lines: string[]): string[] => {
  const parsed = parse(...lines);
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
};
const EMAIL = ['templates:', '  email: { en: { subject: Hello, text: Hello } }'];

describe('an event whose sequence is workflow code', () => {
  it('keeps the name of the code and the templates of its SENDs, and has no steps', () => {
    const parsed = parse(
      'sequence: { code: trial-ending }',
      ...EMAIL,
      'step_templates:',
      '  thanks: { sms: { en: { text: Thanks } } }',
    );
    expect(parsed).toMatchObject({
      ok: true,
      event: {
        code: 'trial-ending',
        steps: [],
        channels: ['email', 'sms'],
        stepTemplates: { thanks: { sms: { en: { text: 'Thanks' } } } },
      },
    });
  });

  it('may have all of its templates beside its SENDs', () => {
    const parsed = parse(
      'sequence: { code: trial-ending }',
      'step_templates: { thanks: { sms: { en: { text: Thanks } } } }',
    );
    expect(parsed).toMatchObject({ ok: true, event: { channels: ['sms'], templates: {} } });
  });

  it.each([
    [
      'code that is not there',
      'sequence: { code: trial-endin }',
      new RegExp(
        `1: "sequence.code" must be one of ${SEQUENCE_NAMES.join(', ')}, did you mean "trial-ending"\\? ` +
          '\\(a new one is known after API and workers have the release, or the HELIOGRAPH_EXTENSIONS, with it\\)$',
      ),
    ],
    ['a key beside code', 'sequence: { code: trial-ending, wait: 1d }', /1: unknown key "sequence.wait"/],
    ['a map that is no code', 'sequence: { send: email }', /1: "sequence" must be a list, not a map/],
  ])('is refused with %s', (_what, sequence, problem) => {
    expect(problemsOf(sequence, ...EMAIL)).toEqual([expect.stringMatching(problem)]);
  });

  it('is refused where a template does not compile, with its line', () => {
    const problems = problemsOf(
      'sequence: { code: trial-ending }',
      ...EMAIL,
      'step_templates:',
      '  thanks:',
      "    sms: { en: { text: '{{#if}' } }",
    );
    expect(problems).toEqual([expect.stringMatching(/^6: "step_templates.thanks.sms.en.text"/)]);
  });

  it('is refused without any template', () => {
    expect(problemsOf('sequence: { code: trial-ending }')).toEqual([
      expect.stringContaining('the event has no template'),
    ]);
  });

  it('alone has templates for SENDs beside its sequence', () => {
    expect(problemsOf('sequence: [{ send: email }]', ...EMAIL, 'step_templates: {}')).toEqual([
      '4: "step_templates" belongs to events with "sequence: { code: … }"',
    ]);
  });
});
