import { abortedOnArrival } from './aborted';
import type { ApiRequest } from './api-server';
import { DOWN, type Expected, TIMED_OUT, UNKNOWN } from './outcomes';
import type { BatchSpec, ProviderSpec, Suite, VendorServer } from './provider-spec';
import { NOWHERE } from './provider-rules';

/** What holds for every call for several messages. */
export function sendsTogether<Server extends VendorServer>(
  suite: Suite<Server>,
  spec: ProviderSpec<Server>,
  batch: BatchSpec<Server>,
): void {
  const next = (reply: unknown): unknown => suite.server.next.push(reply as 'hang');
  const paths = (): string[] => (suite.server.requests as readonly ApiRequest[]).map(({ path }) => path);
  const some = (count: number) => Array.from({ length: count }, (_, at) => batch.message(at));
  const three = some(3);
  const exactly = ({ gone, ...fields }: Expected, at: number): unknown => ({
    response: expect.any(String) as unknown,
    ...fields,
    ...(gone && { gone: [{ token: three[at]?.to }] }),
  });
  const all = (expected: Expected): unknown[] => three.map((_, at) => exactly(expected, at));
  /** The calls of a batch whose answer was lost. */
  const calls = batch.repeated ? 2 : 1;

  describe(`the batch of ${suite.definition.name}`, () => {
    for (const [what, reply, results] of batch.answers) {
      it(`makes of the answer "${what}" what its table says of each message`, async () => {
        for (let call = 0; call < calls; call += 1) next(reply);
        const expected = 'outcome' in results ? all(results) : results.map(exactly);
        expect(await suite.open().sendAll(three)).toEqual(expected);
        expect(new Set(paths())).toEqual(new Set([batch.path]));
      });
    }

    it('takes as many as the vendor documents in one call, each under an id', async () => {
      const results = await suite.open().sendAll(some(batch.most));
      const ids = results.map((result) => (result.outcome === 'sent' ? result.providerMessageId : result));
      expect(new Set(ids).size).toBe(batch.most);
      expect(paths()).toEqual([batch.path]);
    });

    it('leaves out a message that cannot be sent', async () => {
      const [, impossible, refusal] = spec.impossible[0]!;
      const results = await suite.open().sendAll([batch.message(0), impossible, batch.message(2)]);
      expect(results).toMatchObject([{ outcome: 'sent' }, refusal, { outcome: 'sent' }]);
      expect(paths()).toEqual([batch.path]);
    });

    it('sends each message alone if the whole call is refused for what is in it', async () => {
      next(batch.refused);
      const results = await suite.open().sendAll(three);
      expect(results.map(({ outcome }) => outcome)).toEqual(['sent', 'sent', 'sent']);
      expect(paths().length).toBe(4);
    });

    for (const reply of ['reset', 'cut'] as const) {
      it(`knows of no message whether it was sent if the call is lost: ${reply}`, async () => {
        for (let call = 0; call < calls; call += 1) next(reply);
        expect(await suite.open().sendAll(three)).toEqual(all(UNKNOWN));
      });
    }

    for (const reply of ['hang', 'stall'] as const) {
      it(`knows of no message whether it was sent if there is no whole answer in time: ${reply}`, async () => {
        for (let call = 0; call < calls; call += 1) next(reply);
        const opened = await suite.impatiently(() => suite.open());
        expect(await suite.impatiently(() => opened.sendAll(three))).toEqual(all(UNKNOWN));
      });
    }

    it('ends at once when it is aborted in the middle', async () => {
      const opened = suite.open();
      expect(await abortedOnArrival(next, (signal) => opened.sendAll(three, signal))).toEqual(all(UNKNOWN));
      expect(await opened.sendAll(three, AbortSignal.abort())).toEqual(all(TIMED_OUT));
    });

    it('tries each again if nobody listens', async () => {
      expect(await suite.open({ base_url: NOWHERE }).sendAll(three)).toEqual(all(DOWN));
    });
  });
}
