import path from 'node:path';
import type { z } from 'zod';
import type { ProviderDefinition } from '../../../channels/definition';
import type { OutboundMessage, SendResult } from '../../../channels/provider';
import { eventually } from '../eventually';
import { abortedOnArrival } from './aborted';
import type { ApiRequest } from './api-server';
import { GATEWAY_ANSWERS } from './gateway-answers';
import { DOWN, type Expected, sent, TIMED_OUT, UNKNOWN } from './outcomes';
import type { Opened, ProviderSpec, Settings, Suite, VendorServer } from './provider-spec';

/** A port on which nothing listens. */
export const NOWHERE = 'http://127.0.0.1:1';

/** What holds for every provider over HTTP, whatever it speaks. */
export function keepsTheRules<Server extends VendorServer>(
  suite: Suite<Server>,
  spec: ProviderSpec<Server>,
): void {
  const { definition, impatiently } = suite;
  const next = (reply: unknown): unknown => suite.server.next.push(reply as 'hang');
  const handedOver = (): number => (spec.sends?.(suite.server) ?? suite.server.requests).length;
  const { lost = { broken: UNKNOWN, unanswered: UNKNOWN }, nowhere = { settings: { base_url: NOWHERE } } } =
    spec;

  /** The result is exactly this. */
  const expectResult = (result: SendResult, expected: Expected, message?: OutboundMessage): void => {
    const { to } = message ?? spec.message(suite.server);
    const { gone, ...fields } = expected;
    const response: unknown = expect.any(String);
    expect(result).toEqual({ response, ...fields, ...(gone && { gone: [{ token: to }] }) });
  };

  const prepared = async (): Promise<Opened> => {
    const opened = suite.open();
    await spec.prepare?.(opened);
    return opened;
  };

  describe(`${definition.name}, as every provider`, () => {
    it('is opened under its name, and tested in the file of that name', () => {
      expect(suite.open().name).toBe(definition.name);
      const file = path.basename(expect.getState().testPath ?? '');
      expect(file).toBe(`${definition.name.replaceAll('_', '-')}.test.ts`);
    });

    for (const [what, reply, expected] of spec.answers) {
      it(`makes of the answer "${what}" what its table says, with one call`, async () => {
        next(reply);
        // An operator who reads no more than the status knows where to look.
        const response: unknown =
          typeof reply === 'object' && 'status' in reply && expect.stringContaining(String(reply.status));
        expectResult(await suite.send(), { ...(response !== false && { response }), ...expected });
        expect(handedOver()).toBe(1);
      });
    }

    for (const [what, message, expected] of spec.impossible) {
      it(`refuses a message before it calls: ${what}`, async () => {
        expectResult(await suite.send(message), expected, message);
        expect(suite.server.requests).toEqual([]);
      });
    }

    for (const reply of spec.breaks ?? ['reset', 'half-close']) {
      it(`says what is known of a message whose connection broke after it was handed over: ${reply}`, async () => {
        const opened = await prepared();
        next(reply);
        expectResult(await opened.send(), lost.broken);
        expect(handedOver()).toBe(1);
      });
    }

    it('says what is known of a message that is never answered', async () => {
      const opened = await impatiently(() => suite.open());
      await spec.prepare?.(opened);
      next('hang');
      expectResult(await impatiently(() => opened.send()), lost.unanswered);
      await eventually('the request', () => handedOver() === 1);
    });

    it('ends at once when the attempt is aborted in the middle', async () => {
      const opened = await prepared();
      const result = await abortedOnArrival(next, (signal) => opened.send(undefined, signal));
      expectResult(result, { response: expect.stringContaining('no answer in time'), ...lost.unanswered });
      expect(handedOver()).toBe(1);
    });

    it('tries again what was aborted before it began', async () => {
      const opened = await prepared();
      expectResult(await opened.send(undefined, AbortSignal.abort()), TIMED_OUT);
      expect(handedOver()).toBe(0);
    });

    it('tries again if nobody listens', async () => {
      const result = await suite.open(nowhere.settings).send(nowhere.message);
      expectResult(result, { ...DOWN, response: expect.stringContaining('ECONNREFUSED') });
    });

    const { reply: acceptance, id, nameless } = spec.accepted;
    it('takes for sent what the vendor documents, under the id that it gives', async () => {
      const opened = await prepared();
      next(acceptance);
      expectResult(await opened.send(), sent(id));
    });

    const unread: [what: string, reply: unknown][] = [
      ...(nameless === null ? [] : [['without an id', nameless] as [string, unknown]]),
      ...(spec.cutOff === false ? [] : [['that breaks off', 'cut'] as [string, unknown]]),
    ];
    for (const [what, reply] of unread) {
      it(`does not take for sent an acceptance ${what}`, async () => {
        const opened = await prepared();
        next(reply);
        expectResult(await opened.send(), lost.broken);
        expect(handedOver()).toBe(1);
      });
    }

    const foreign = GATEWAY_ANSWERS.filter(
      ({ plain, reply: { status } }) => !plain || !spec.formless || ![202, 400, 404].includes(status),
    );
    for (const { what, reply, shown } of foreign) {
      it(`neither accepts nor fails a message for good if a gateway answers ${what}`, async () => {
        const opened = await prepared();
        next(reply);
        const result = await opened.send();
        const response: unknown = expect.stringMatching(
          new RegExp(`\\b${reply.status}\\b.*${escapeRegExp(shown)}$`),
        );
        if (reply.status < 300) expectResult(result, { ...lost.broken, response });
        else {
          const later = reply.status < 500 ? ['transient', 'rate_limited'] : ['transient', 'unknown'];
          expect(later).toContain(result.outcome);
          expect(result).toMatchObject({ response });
          expect(result).not.toHaveProperty('gone');
        }
        // Redirects are not followed.
        expect(handedOver()).toBe(1);
      });
    }

    if (!spec.wordless) {
      it('shows no secret that the vendor repeats', async () => {
        const repeat = (request: ApiRequest) => {
          const secrets = secretSettings(definition, spec, suite.server);
          const carried = secrets.filter((secret) => JSON.stringify(request).includes(secret));
          return spec.says([request.headers.authorization, ...carried].join(' '));
        };
        const { send, check } = suite.open();
        const inPage = (request: ApiRequest) => {
          const words = JSON.stringify({ ...request, bytes: undefined, query: undefined, json: undefined });
          return { status: 404, body: `<p>${request.headers.authorization} ${escapeHtml(words)}</p>` };
        };
        for (const call of spec.checks.length > 0 ? [send, check] : [send]) {
          for (const reply of [repeat, inPage]) {
            next(reply);
            await call();
          }
        }
        // After each test no result has shown a secret.
        expect(suite.server.next).toHaveLength(0);
      });
    }

    it('shows no endless words', async () => {
      next(spec.says('x'.repeat(10_000)));
      const { response } = await suite.send();
      expect(response).toContain('xxx');
      expect(response.length).toBeLessThan(520);
    });
  });

  if (spec.checks.length > 0) {
    describe(`the check of ${definition.name}`, () => {
      for (const [what, { settings, reply }, expected] of spec.checks) {
        it(`knows ${what}`, async () => {
          if (reply !== undefined) next(reply);
          expect(await suite.open(settings).check()).toEqual(expected);
        });
      }

      it('does not take the page of a gateway for an account that works', async () => {
        const opened = suite.open();
        for (const { reply, shown } of GATEWAY_ANSWERS.filter(({ reply: { status } }) => status < 300)) {
          next(reply);
          expect(await opened.check()).toEqual({
            ok: false,
            reason: expect.stringContaining(shown) as unknown,
          });
        }
      });

      it('says why it cannot be made', async () => {
        const reason: unknown = expect.stringContaining('ECONNREFUSED');
        expect(await suite.open(nowhere.settings).check()).toEqual({ ok: false, reason });
      });
    });
  }

  describe(`the settings of ${definition.name}`, () => {
    const addressed = 'base_url' in definition.settings.shape;
    const parse = (changes: Settings) =>
      definition.settings.safeParse({ ...spec.settings(suite.server), ...changes });
    const fieldsAtFault = (changes: Settings) =>
      parse(changes).error?.issues.map((issue: z.core.$ZodIssue) => issue.path.join('.')) ?? [];

    it('are those of its account, without which it has its own', () => {
      expect(parse({}).success).toBe(true);
      const own = parse(addressed ? { base_url: undefined } : {});
      expect(own.success).toBe(true);
      expect(own.data).toMatchObject(spec.defaults ?? {});
    });

    const wrongAddresses = [
      'http://example.com',
      'https://user:password@example.com',
      'https://example.com/?x=1',
      'ftp://example.com',
    ];
    for (const [changes, field] of [
      [{ unknown_field: 'x' }, ''] as const,
      ...(addressed ? wrongAddresses : []).map((base_url) => [{ base_url }, 'base_url'] as const),
      ...spec.wrongSettings,
    ]) {
      it(`are refused with ${JSON.stringify(changes)}`, () => {
        expect(fieldsAtFault(changes)).toContain(field);
      });
    }
  });
}

/** The secret settings, the credentials that requests carried, and what the spec names. */
export function secretsOf<Server extends VendorServer>(
  definition: ProviderDefinition,
  spec: ProviderSpec<Server>,
  server: Server,
): string[] {
  const carried = server.requests.flatMap(({ headers }) => headers.authorization?.replace(/^\S+ /, '') ?? []);
  return [...secretSettings(definition, spec, server), ...carried, ...(spec.secrets?.(server) ?? [])];
}

function secretSettings<Server extends VendorServer>(
  { secrets }: ProviderDefinition,
  spec: ProviderSpec<Server>,
  server: Server,
): string[] {
  const settings = spec.settings(server);
  return secrets.map((field) => settings[field]).filter((secret) => typeof secret === 'string');
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'+=/]/g, (character) => `&#${character.charCodeAt(0)};`);
