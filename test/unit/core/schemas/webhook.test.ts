import { createWebhookBody, updateWebhookBody } from '../../../../core/schemas/webhook';

const url = 'https://example.org/hook';
const pathOf = (schema: typeof createWebhookBody | typeof updateWebhookBody, body: unknown) =>
  schema.safeParse(body).error?.issues[0]?.path.join('.');

describe('the body that creates a webhook endpoint', () => {
  it('needs a url and takes events, each once, and a description', () => {
    expect(createWebhookBody.parse({ url })).toEqual({ url });
    const enabled_events = ['delivery.sent', 'delivery.failed', 'delivery.sent'];
    expect(createWebhookBody.parse({ url, enabled_events, description: 'x' })).toEqual({
      url,
      enabled_events: ['delivery.sent', 'delivery.failed'],
      description: 'x',
    });
  });

  it.each([
    [{}, 'url'],
    [{ url: 5 }, 'url'],
    [{ url: null }, 'url'],
    [{ url, enabled_events: ['delivery.opened'] }, 'enabled_events.0'],
    [{ url, enabled_events: ['delivery.sent', 5] }, 'enabled_events.1'],
    [{ url, enabled_events: 'delivery.sent' }, 'enabled_events'],
    [{ url, enabled_events: null }, 'enabled_events'],
    [{ url, description: 5 }, 'description'],
    [{ url, description: 'a\nb' }, 'description'],
    [{ url, description: 'x'.repeat(501) }, 'description'],
  ])('%j is refused at %s', (body, path) => {
    expect(pathOf(createWebhookBody, body)).toBe(path);
  });

  it('knows no other field, neither the secret nor the state', () => {
    expect(createWebhookBody.safeParse({ url, is_active: false }).success).toBe(false);
    expect(createWebhookBody.safeParse({ url, signing_secret: 'whsec_x' }).success).toBe(false);
  });
});

describe('the body that changes a webhook endpoint', () => {
  it('may be empty and takes each field alone', () => {
    for (const body of [{}, { url }, { enabled_events: [] }, { is_active: false }, { description: '' }]) {
      expect(updateWebhookBody.parse(body)).toEqual(body);
    }
  });

  it.each([
    [{ is_active: 'false' }, 'is_active'],
    [{ is_active: null }, 'is_active'],
    [{ url: null }, 'url'],
    [{ enabled_events: ['sent'] }, 'enabled_events.0'],
  ])('%j is refused at %s', (body, path) => {
    expect(pathOf(updateWebhookBody, body)).toBe(path);
  });
});
