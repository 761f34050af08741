import { pickTemplate } from '../../../../../core/events/templates/pick-template';

const event = {
  language: 'en',
  templates: {
    email: { en: { subject: 'event en', text: '' }, sv: { subject: 'event sv', text: '' } },
    sms: { en: { text: 'event sms' } },
  },
  stepTemplates: { second: { email: { en: { subject: 'step en', text: '' } } } },
};
const subject = (step: string, languages: string[]) =>
  pickTemplate(event, step, 'email', languages)?.template.subject;

describe('pickTemplate', () => {
  it("takes the event's template in the wanted language", () => {
    expect(pickTemplate(event, 'send', 'email', ['sv-SE'])).toEqual({
      template: event.templates.email.sv,
      language: 'sv',
    });
    expect(subject('send', ['de'])).toBe('event en');
  });

  it("takes the step's own first, even in another language", () => {
    expect(subject('second', ['en'])).toBe('step en');
    expect(subject('second', ['sv'])).toBe('step en');
  });

  it("falls back to the event's where the step has none for the channel", () => {
    expect(pickTemplate(event, 'second', 'sms', [])?.template.text).toBe('event sms');
  });

  it('has none for a channel without templates, nor for a step named like a property of all objects', () => {
    expect(pickTemplate(event, 'send', 'push', [])).toBeNull();
    expect(pickTemplate(event, 'constructor', 'push', [])).toBeNull();
    expect(subject('constructor', [])).toBe('event en');
  });

  it('has none where no variant is wanted, nor in the default language', () => {
    const templates = { sms: { sv: { text: 'a' } }, push: {} };
    expect(pickTemplate({ ...event, templates }, 'send', 'sms', ['de'])).toBeNull();
    expect(pickTemplate({ ...event, templates }, 'send', 'push', ['de'])).toBeNull();
  });
});
