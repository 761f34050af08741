import { parseEventFile, parseEventFiles } from '../../../../../rendering/event-files';
import { MAX_PUSH_BYTES, pushProblem } from '../../../../../core/events/file/limits';

const TEMPLATES = 'templates: { email: { en: { subject: Hi, html: <p> } }, sms: { en: { text: Hi } } }';
const event = (...lines: string[]) => {
  const parsed = parseEventFile('events/welcome.yaml', lines.join('\n'));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.event;
};

describe('parseEventFile', () => {
  it('fills in what a file leaves away', () => {
    expect(event(TEMPLATES)).toStrictEqual({
      name: 'welcome',
      channels: ['email', 'sms'],
      language: 'en',
      delivery: 'at_least_once',
      retryForMs: 6 * 3_600_000,
      priority: 'normal',
      templates: { email: { en: { subject: 'Hi', html: '<p>' } }, sms: { en: { text: 'Hi' } } },
      stepTemplates: {},
      steps: [{ type: 'send', name: 'send' }],
    });
  });

  it('takes what a file says', () => {
    const said = event(
      'name: Hello.World-2_x',
      'channels: [sms, email]',
      'language: EN',
      'from: Acme <hello@example.com>',
      'delivery: at_most_once',
      'retry_for: 90s',
      'priority: high',
      'sensitive: true',
      TEMPLATES,
    );
    expect(said).toMatchObject({
      name: 'Hello.World-2_x',
      channels: ['sms', 'email'],
      language: 'en',
      from: 'Acme <hello@example.com>',
      delivery: 'at_most_once',
      retryForMs: 90_000,
      priority: 'high',
      sensitive: true,
    });
  });

  it('is named after its file, without the folder and the ending', () => {
    const named = (file: string) => {
      const parsed = parseEventFile(file, TEMPLATES);
      return parsed.ok && parsed.event.name;
    };
    expect(['a/b.yml', 'C:\\a\\b.YAML', 'a.yml.b.yaml'].map(named)).toEqual(['b', 'b', 'a.yml.b']);
  });

  it('lets what is sent in bulk go after all else, unless the file says otherwise', () => {
    const bulk = ['bulk: true', 'unsubscribe_url: https://example.com/u'];
    expect(event(...bulk, TEMPLATES).priority).toBe('low');
    expect(event(...bulk, 'priority: normal', TEMPLATES).priority).toBe('normal');
  });

  it('routes in the order of the templates in the file when channels is absent', () => {
    const sms = 'sms: { en: { text: Hi } }';
    const email = 'email: { en: { subject: Hi, text: Hi } }';
    expect(event(`templates: { ${sms}, ${email} }`).channels).toEqual(['sms', 'email']);
    expect(event(`templates: { ${email}, ${sms} }`).channels).toEqual(['email', 'sms']);
  });

  it.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['10m', 600_000],
    ['6h', 21_600_000],
    ['1h30m', 5_400_000],
    ['30d', 30 * 86_400_000],
  ])('reads the duration %s', (text, ms) => {
    expect(event(TEMPLATES, `retry_for: ${text}`).retryForMs).toBe(ms);
  });

  it('spells languages one way', () => {
    const { language, templates } = event(
      'language: PT_br',
      'templates: { sms: { pt-br: { text: a }, NO: { text: b } } }',
    );
    expect(language).toBe('pt-BR');
    expect(templates.sms).toEqual({ 'pt-BR': { text: 'a' }, no: { text: 'b' } });
  });

  it('names the steps of a sequence and keeps their templates by name', () => {
    const { steps, stepTemplates } = event(
      TEMPLATES,
      'sequence:',
      '  - send: email',
      '  - wait: 5s',
      '  - send:',
      '  - wait: 30d',
      '  - send: { name: reminder, channel: sms, templates: { sms: { en: { text: Again } } } }',
    );
    expect(steps).toEqual([
      { type: 'send', name: 'send-1', channel: 'email' },
      { type: 'wait', name: 'wait-1', durationMs: 5_000 },
      { type: 'send', name: 'send-2' },
      { type: 'wait', name: 'wait-2', durationMs: 30 * 86_400_000 },
      { type: 'send', name: 'reminder', channel: 'sms' },
    ]);
    expect(stepTemplates).toEqual({ reminder: { sms: { en: { text: 'Again' } } } });
  });

  it('makes each kind of step, those of branches too', () => {
    const { steps } = event(
      TEMPLATES,
      'sequence:',
      '  - digest: 30m',
      '  - send: { name: first, fallback: {} }',
      '  - if: { delivered: first, within: 2h }',
      '    then: [{ end: true }]',
      '    else:',
      '      - wait: { until: "09:05", on: [mon, sun], timezone: Europe/Stockholm }',
      '      - send: { fallback: { to: [sms], unless_delivered_within: 30m } }',
      '  - if: { not: { message: first, status: failed } }',
      '    else: [{ end: true }]',
    );
    const until = { hour: 9, minute: 5, days: [1, 0], timezone: 'Europe/Stockholm' };
    expect(steps).toStrictEqual([
      { type: 'digest', name: 'digest-1', window: { durationMs: 1_800_000 } },
      { type: 'send', name: 'first', fallback: { channels: ['email', 'sms'] } },
      {
        type: 'condition',
        name: 'if-1',
        if: { delivered: 'first', withinMs: 7_200_000 },
        then: [{ type: 'end', name: 'end-1' }],
        else: [
          { type: 'wait_until', name: 'wait-1', ...until },
          { type: 'send', name: 'send-2', fallback: { channels: ['sms'], withinMs: 1_800_000 } },
        ],
      },
      {
        type: 'condition',
        name: 'if-2',
        if: { not: { message: 'first', status: ['failed'] } },
        then: [],
        else: [{ type: 'end', name: 'end-2' }],
      },
    ]);
    const windowOf = (digest: string): unknown =>
      event(TEMPLATES, `sequence: [{ digest: ${digest} }, { send: email }]`).steps[0];
    expect(windowOf('{ for: 30m, key: payload.project.id }')).toStrictEqual({
      ...{ type: 'digest', name: 'digest-1' },
      window: { durationMs: 1_800_000, key: 'payload.project.id' },
    });
    expect(windowOf('{ for: 30m }')).toMatchObject({ window: { durationMs: 1_800_000 } });
    expect(windowOf('{ until: "18:00", key: payload.project }')).toMatchObject({
      window: { hour: 18, minute: 0, key: 'payload.project' },
    });
    const daily = event(TEMPLATES, 'sequence: [{ digest: { until: "18:00" } }, { send: email }]').steps;
    expect(daily).toStrictEqual([
      { type: 'digest', name: 'digest-1', window: { hour: 18, minute: 0, timezone: 'UTC' } },
      { type: 'send', name: 'send-1', channel: 'email' },
    ]);
  });

  it('takes as much as a sequence may have', () => {
    const searches = Array(20).fill('{ value: payload.a, contains: x }').join(', ');
    const waits = `[${Array(66).fill('{ wait: 1s }').join(', ')}]`;
    const { steps } = event(
      TEMPLATES,
      'sequence:',
      `  - if: { any: [${searches}] }`,
      `    then: ${waits}`,
      `    else: ${waits}`,
      '  - if: { value: payload.a, is: 1 }',
      `    then: [${Array(65).fill('{ wait: 1s }').join(', ')}]`,
      '  - send: email',
    );
    expect(steps).toHaveLength(3);
  });

  it('lets a sequence do without common templates when each SEND has its own', () => {
    const { channels } = event(
      'sequence:',
      '  - send: { templates: { push: { en: { text: a } } } }',
      '  - send: { templates: { sms: { en: { text: b } }, push: { en: { text: c } } } }',
    );
    expect(channels).toEqual(['push', 'sms']);
  });

  it('reads aliases', () => {
    const { templates } = event('templates:', '  sms:', '    en: &t { text: Hi }', '    sv: *t');
    expect(templates.sms?.['sv']).toEqual({ text: 'Hi' });
  });
});

it('a push has 8 MB of JSON at most', () => {
  expect(pushProblem('x'.repeat(MAX_PUSH_BYTES - 2))).toBeUndefined();
  expect(pushProblem('ä'.repeat(MAX_PUSH_BYTES / 2))).toContain('the files have 8,388,610 bytes as JSON');
});

describe('parseEventFiles', () => {
  const good = { name: 'a.yaml', content: TEMPLATES };

  it('gives all events', () => {
    const parsed = parseEventFiles([good, { name: 'b.yml', content: TEMPLATES }]);
    expect(parsed).toMatchObject({ ok: true, events: [{ name: 'a' }, { name: 'b' }] });
  });

  it('gives the problems of all files and no event when one is broken', () => {
    const parsed = parseEventFiles([
      good,
      { name: 'b.yaml', content: `${TEMPLATES}\nlanguage: klingon` },
      { name: 'c.yaml', content: '' },
    ]);
    expect(parsed).toEqual({
      ok: false,
      problems: [
        { file: 'b.yaml', line: 2, message: expect.stringContaining('"language"') as string },
        { file: 'c.yaml', line: 1, message: 'the file is empty' },
      ],
    });
  });

  it('refuses two files with one event', () => {
    const parsed = parseEventFiles([good, { name: 'b.yaml', content: `${TEMPLATES}\nname: a` }]);
    expect(parsed).toEqual({
      ok: false,
      problems: [{ file: 'b.yaml', line: 2, message: 'event "a" is also in a.yaml' }],
    });
  });
});
