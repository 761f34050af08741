import { renderTemplate } from '../../../../../core/events/templates/render-template';
import { buildVariables, type VariableSources } from '../../../../../core/events/templates/variables';

const sources: VariableSources = {
  payload: {
    order_id: 'A1',
    contact: { name: 'Mallory' },
    event: 'theirs',
    payload: 'theirs',
    app: 'theirs',
  },
  contact: {
    name: 'Ada Lovelace',
    firstName: 'Ada',
    email: 'ada@example.com',
    phone: null,
    meta: { plan: 'pro' },
  },
  brand: { name: 'Acme', color: '#123' },
  app: { name: 'Demo' },
  sender: { email: 'shop@example.com', name: 'Shop' },
  event: 'order-shipped',
  notificationId: 'b7f1',
};
const fill = (text: string) => renderTemplate('sms', { text }, buildVariables(sources)).text;

describe('buildVariables', () => {
  it('has the payload at the root and under payload', () => {
    expect(fill('{{order_id}} {{payload.order_id}}')).toBe('A1 A1');
  });

  it('TEMPLATE-1: has contact, brand, app, sender, event and notification', () => {
    expect(
      fill(
        '{{contact.name}}|{{contact.firstName}}|{{contact.email}}|{{contact.phone}}|{{contact.meta.plan}}|{{brand.name}}|{{brand.color}}|{{app.name}}|{{sender.email}}|{{sender.name}}|{{event}}|{{notification.id}}',
      ),
    ).toBe('Ada Lovelace|Ada|ada@example.com||pro|Acme|#123|Demo|shop@example.com|Shop|order-shipped|b7f1');
  });

  it('TEMPLATE-2: lets no payload key stand in for one of these, but keeps it under payload', () => {
    expect(fill('{{contact.name}} {{event}} {{app.name}} {{payload.order_id}}')).toBe(
      'Ada Lovelace order-shipped Demo A1',
    );
    expect(fill('{{payload.contact.name}} {{payload.event}} {{payload.payload}}')).toBe(
      'Mallory theirs theirs',
    );
  });

  it('does without brand and sender', () => {
    const { brand: _brand, sender: _sender, ...rest } = sources;
    expect(
      renderTemplate('sms', { text: '[{{brand.name}}{{sender.email}}]' }, buildVariables(rest)).text,
    ).toBe('[]');
  });

  it('does not change what it was given', () => {
    const before = structuredClone(sources);
    fill('{{order_id}}');
    expect(sources).toEqual(before);
  });
});
