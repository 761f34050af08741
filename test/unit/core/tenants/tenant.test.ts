import fc from 'fast-check';
import { candidatesFor } from '../../../../core/sending/candidates';
import type { Integration } from '../../../../core/sending/integration';
import { ORIGINS } from '../../../../core/sending/origin';
import { resolveSender } from '../../../../core/sending/sender';
import { putTenantBody } from '../../../../core/schemas/tenants';
import { forTenant, integrationOrigin } from '../../../../core/tenants/integrations';
import { tenantId } from '../../../../core/tenants/id';
import { originText } from '../../../../core/tenants/origin-text';
import { type Tenant, tenantSender } from '../../../../core/tenants/tenant';

const at = new Date(0);
const integration = (id: string, channel: 'email' | 'sms' | 'push', priority: number): Integration => ({
  ...{ id, channel, priority, provider: 'smtp', name: id, settings: '{}', sealed: '' },
  ...{ createdAt: at, updatedAt: at },
});
const ALL = [
  integration('e1', 'email', 1),
  integration('e2', 'email', 2),
  integration('e3', 'email', 3),
  integration('s1', 'sms', 1),
];
const tenant = (over: Partial<Tenant>): Tenant => ({
  ...{ id: 'acme', name: 'Acme', brand: {}, sender: {}, integrations: {}, variables: '{}' },
  ...over,
});

describe('the sender of a message', () => {
  it('TENANT-3: is the first of send, tenant, event, application and service that is set', () => {
    const address = (who: string) => fc.constantFrom(undefined, `${who}@example.com`);
    fc.assert(
      fc.property(
        address('send'),
        address('tenant'),
        address('event'),
        address('application'),
        (...named) => {
          const [send, ofTenant, event, application] = named;
          const senders = [{ type: 'domain' as const, value: 'example.com' }];
          const of = { name: 'Shop', from: application ?? null, senders };
          const resolved = resolveSender(of, 'email', {
            requested: send ?? null,
            tenant: tenantSender(tenant({ sender: { email: ofTenant } }), 'email'),
            event,
          });
          const all = [...named, 'no-reply@example.com'];
          const first = all.findIndex((one) => one !== undefined);
          expect(resolved).toMatchObject({ ok: true, sender: { email: all[first] }, origin: ORIGINS[first] });
        },
      ),
    );
  });

  it('of an SMS is the tenant’s number or name, which must be verified', () => {
    const senders = [
      { type: 'phone' as const, value: '+12025550123' },
      { type: 'alphanumeric' as const, value: 'ACME' },
    ];
    const of = { name: 'Shop', from: null, senders };
    const acme = tenant({ sender: { sms: 'ACME' } });
    const named = { requested: null, tenant: tenantSender(acme, 'sms'), event: undefined };
    expect(resolveSender(of, 'sms', named)).toMatchObject({ sender: { phone: 'ACME' }, origin: 'tenant' });
    expect(resolveSender(of, 'sms', { ...named, requested: '+12025550123' })).toMatchObject({
      ...{ sender: { phone: '+12025550123' }, origin: 'send' },
    });
    expect(resolveSender({ ...of, senders: [senders[0]!] }, 'sms', named)).toMatchObject({ ok: false });
    expect(tenantSender(acme, 'slack')).toBeUndefined();
  });
});

describe('the integrations of a tenant', () => {
  it('TENANT-6: are those it selects and that exist, in its order, else those of the application', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom('e1', 'e2', 'e3', 's1', 'gone')), (order) => {
        const acme = tenant({ integrations: { email: order } });
        const application = forTenant({ integrations: ALL }, acme);
        const request = {
          application,
          environment: 'production',
          channel: 'email',
          address: 'a@b.co',
        } as const;
        const found = candidatesFor(request, { serviceSmtp: true });
        const selected = order.filter((id) => ['e1', 'e2', 'e3'].includes(id));
        expect(found.map(({ id }) => id)).toEqual(selected.length > 0 ? selected : ['e1', 'e2', 'e3']);
        const origin = selected.length > 0 ? 'tenant' : 'application';
        const { integrations } = application;
        for (const one of found)
          expect(integrationOrigin(one, { tenant: acme, integrations, channel: 'email' })).toBe(origin);
        const bySms = candidatesFor({ ...request, channel: 'sms' }, { serviceSmtp: true });
        expect(bySms.map(({ id }) => id)).toEqual(['s1']);
      }),
    ));

  it('are those of the application without a tenant, and the service’s own are nobody’s choice', () => {
    const application = { integrations: ALL };
    expect(forTenant(application, null)).toBe(application);
    const of = { tenant: tenant({}), integrations: [], channel: 'email' as const };
    expect(integrationOrigin({ id: 'service_smtp' }, of)).toBe('service');
    expect(integrationOrigin({ id: 'sandbox' }, of)).toBe('service');
  });
});

describe('the body of a tenant', () => {
  it.each([
    [{}, 'name'],
    [{ name: 'A', sender: { slack: 'x' } }, 'sender'],
    [{ name: 'A', sender: { email: 'x' } }, 'sender.email'],
    [{ name: 'A', integrations: { email: [] } }, 'integrations.email'],
    [{ name: 'A', integrations: { fax: ['x'] } }, 'integrations'],
    [{ name: 'A', variables: { id: 1 } }, 'variables.id'],
    [{ name: 'A', variables: { text: 'é'.repeat(8_192) } }, 'variables'],
    [{ name: 'A', brand: { colour: 'red' } }, 'brand'],
  ])('refuses %j', (body, path) => {
    expect(putTenantBody.safeParse(body).error?.issues[0]?.path.join('.')).toBe(path);
  });

  it.each(['Acme', '-acme', 'acme-', 'a b', '', 'a:b', 'a'.repeat(65), 'ä'])('has no id %j', (id) => {
    expect(tenantId.safeParse(id).success).toBe(false);
  });

  it.each(['a', 'acme', 'acme-eu.1', '0_0', 'a'.repeat(64)])('may have the id %j', (id) => {
    expect(tenantId.parse(id)).toBe(id);
  });
});

test('the origins of a message are one or two sentences', () => {
  const brand = { name: 'application', color: 'tenant', footer: 'tenant' } as const;
  expect(originText({ integration: 'application', sender: 'tenant', brand })).toBe(
    'The tenant chose the sender, and the application chose the provider. Its brand has color, footer from the tenant; name from the application.',
  );
  expect(originText({ integration: 'service', sender: 'send', brand: {} })).toBe(
    'The send chose the sender, and the service chose the provider.',
  );
});
