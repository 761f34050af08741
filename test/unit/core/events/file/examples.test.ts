import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseEventFiles } from '../../../../../rendering/event-files';
import type { EventDefinition } from '../../../../../core/events/definition';
import { pickTemplate } from '../../../../../core/events/templates/pick-template';
import { renderTemplate } from '../../../../../core/events/templates/render-template';
import { buildVariables } from '../../../../../core/events/templates/variables';

const directory = path.join(__dirname, '../../../../../examples/events');
const events = new Map<string, EventDefinition>();

beforeAll(() => {
  const files = readdirSync(directory).map((name) => ({
    name,
    content: readFileSync(path.join(directory, name), 'utf8'),
  }));
  const parsed = parseEventFiles(files);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  for (const event of parsed.events) events.set(event.name, event);
});

function render(name: string, step: string, channel: 'email' | 'sms', language: string, payload: object) {
  const event = events.get(name)!;
  const variables = buildVariables({
    payload: { ...payload },
    contact: {},
    app: { name: 'Demo' },
    event: name,
    notificationId: 'n',
  });
  return renderTemplate(channel, pickTemplate(event, step, channel, [language])!.template, variables);
}

describe('the example events', () => {
  it('have no sender of their own', () => {
    expect([...events.values()].filter(({ from }) => from !== undefined)).toEqual([]);
  });

  it('welcome greets by name in HTML, text and subject, in English and Swedish, by e-mail and SMS', () => {
    expect(events.get('welcome')).toMatchObject({ channels: ['email', 'sms'], language: 'en' });
    const en = render('welcome', 'send', 'email', 'en', { name: 'Ada' });
    const sv = render('welcome', 'send', 'email', 'sv', { name: 'Ada' });
    for (const { subject, html, text } of [en, sv]) {
      expect([subject, html, text]).toEqual(Array(3).fill(expect.stringContaining('Ada')));
    }
    expect([en.subject, sv.subject]).toEqual(['Welcome, Ada!', 'Välkommen, Ada!']);
    expect(render('welcome', 'send', 'email', 'en', {}).subject).toBe('Welcome!');
    expect(render('welcome', 'send', 'sms', 'sv', { name: 'Ada' }).text).toContain(
      'Välkommen till Demo, Ada!',
    );
  });

  it('order-shipped tells the order and where it is, also in the text made from its HTML', () => {
    const payload = { order_id: 'A-1', tracking_url: 'https://example.com/t?a=1&b=2' };
    const { subject, html, text } = render('order-shipped', 'send', 'email', 'en', payload);
    expect(subject).toContain('A-1');
    expect(html).toContain('href="https://example.com/t?a&#x3D;1&amp;b&#x3D;2"');
    expect(text).toContain('https://example.com/t?a=1&b=2');
    expect(text).toContain('A-1');
  });

  it('verification-code sends the code by SMS first, and not for longer than it is worth', () => {
    expect(events.get('verification-code')).toMatchObject({
      channels: ['sms', 'email'],
      retryForMs: 300_000,
      priority: 'high',
    });
    for (const channel of ['sms', 'email'] as const) {
      expect(render('verification-code', 'send', channel, 'en', { code: '123456' }).text).toContain('123456');
    }
  });

  it('onboarding sends, waits 5 seconds and sends something else', () => {
    expect(events.get('onboarding')?.steps).toEqual([
      { type: 'send', name: 'send-1', channel: 'email' },
      { type: 'wait', name: 'wait-1', durationMs: 5_000 },
      { type: 'send', name: 'send-2', channel: 'email' },
    ]);
    const [first, second] = ['send-1', 'send-2'].map((step) =>
      render('onboarding', step, 'email', 'en', { name: 'Ada' }),
    );
    expect(first!.subject).toBe('Welcome aboard, Ada');
    expect(second!.subject).toBe('Ada, here are your first steps');
    expect(second!.html).not.toBe(first!.html);
  });

  it('trial-ending runs workflow code, whose thanks and last word have templates of their own', () => {
    expect(events.get('trial-ending')).toMatchObject({ code: 'trial-ending', steps: [] });
    const subjects = ['reminder-1', 'thanks', 'last-word'].map(
      (step) => render('trial-ending', step, 'email', 'en', { name: 'Ada', ends_on: '1 May' }).subject,
    );
    expect(subjects).toEqual([
      'Your trial of Demo ends on 1 May',
      'Thank you for staying with Demo',
      'Your trial of Demo has ended',
    ]);
  });
});

it('the shop shares one layout, in HTML and plain text, in two languages', () => {
  const shop = path.join(directory, '../shop');
  const names = readdirSync(shop, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  );
  const parsed = parseEventFiles(
    names.map((name) => ({ name, content: readFileSync(path.join(shop, name), 'utf8') })),
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  expect(parsed.warnings).toEqual([]);
  const placed = parsed.events.find(({ name }) => name === 'order-placed')!;
  const made = (language: string) => {
    const sources = { contact: {}, app: { name: 'Demo' }, event: 'order-placed', notificationId: 'n' };
    const variables = buildVariables({ ...sources, payload: placed.examples![0]!.payload });
    return renderTemplate('email', placed.templates.email![language]!, variables, { language });
  };
  expect(made('en').text).toContain('--\nQuestions? Just answer');
  expect(made('de').text).toContain('--\nFragen?');
  expect(made('en').html).toMatch(
    /href="https:\/\/shop\.example\.com\/orders\/A-1001"[^>]*>\s*See your order/,
  );
  expect(made('de').html).toContain('weil Sie bei uns bestellt haben');
});
