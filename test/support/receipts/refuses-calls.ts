import fc from 'fast-check';
import type { ReceiptReading, ReceiptRequest } from '../../../channels/receipts/receipts';
import { because, callOf, type Read, type Settings } from './call';
import { NOW_S } from './clock';
import { rounds } from '../property-runs';

/** How a call is made that is not quite as the provider signs. */
export interface Signing {
  /** Seconds since 1970. @default now */
  at?: number;
  /** With a key of somebody else. */
  stranger?: boolean;
  /** With its query. */
  path?: string;
}

type Change = (genuine: ReceiptRequest) => Partial<ReceiptRequest>;

/** How a reader tells its provider's calls from anybody else's. */
export interface Proof {
  /** What the proof covers: each byte of the body, what the body says, or nothing of it (a password). */
  covers: 'bytes' | 'meaning' | 'nothing';
  /** Headers that prove it, with what stands before the proof in each; empty: it is in the body. */
  headers: Record<string, string>;
  /** The reason where a header is missing. */
  missing: RegExp;
  /** The reason where the proof does not hold; it names the setting to look at. */
  wrong: RegExp;
  /** Puts another body under the proof of a call. @default with the same headers */
  swap?: (genuine: ReceiptRequest, other: ReceiptRequest) => ReceiptRequest;
  /** Seconds that the signed time may lie from now, and the reasons for one beyond them. */
  times?: { past: [seconds: number, reason: RegExp]; ahead?: [seconds: number, reason: RegExp] };
  /** More calls that are refused. */
  refused?: readonly (readonly [what: string, change: Change, reason: RegExp])[];
  /** Other calls that are genuine too. */
  taken?: readonly (readonly [what: string, change: Change])[];
  /** Settings without which nothing can be verified; the reason says what to set. */
  unset: readonly (readonly [what: string, settings: Settings, reason: RegExp])[];
}

export interface Calls {
  read: Read;
  /** The reader of an account with other settings. */
  open(settings: Settings): Read;
  /** A genuine call, or one that is signed otherwise. */
  sign(signing?: Signing): ReceiptRequest;
  /** What a genuine call is read as. */
  reading: ReceiptReading;
  /** A genuine call that says something else. */
  other: ReceiptRequest;
}

const GARBAGE = ['x', '-', '%%%', '=', 'MAYCAQECAQE=', `${'A'.repeat(86)}==`, '0'.repeat(64), 'constructor'];

/** What holds for every proof. */
export function itRefusesOtherCalls(proof: Proof, { read, open, sign, reading, other }: Calls): void {
  const names = Object.keys(proof.headers);
  const genuine = sign();
  const withBody = (body: Buffer): ReceiptRequest => ({ ...genuine, body });
  const withHeader = (name: string, value: string): ReceiptRequest => ({
    ...genuine,
    headers: { ...genuine.headers, [name]: value },
  });
  const expectRefused = async (request: ReceiptRequest, reason = /./) =>
    expect(await read(request)).toEqual(because('refused', reason));

  const isRefused = async (request: ReceiptRequest) => (await read(request)).kind === 'refused';

  it('is read when it is genuine', async () => {
    expect(await read(genuine)).toStrictEqual(reading);
  });

  for (const [what, change] of proof.taken ?? []) {
    it(`is read ${what}`, async () => {
      expect(await read({ ...genuine, ...change(genuine) })).toStrictEqual(reading);
    });
  }

  for (const [what, change, reason] of proof.refused ?? []) {
    it(`is refused ${what}`, () => expectRefused({ ...genuine, ...change(genuine) }, reason));
  }

  for (const name of names) {
    it(`is refused without ${name}`, async () => {
      const { [name]: _proof, ...headers } = genuine.headers;
      await expectRefused({ ...genuine, headers }, proof.missing);
      await expectRefused(withHeader(name, ''), proof.missing);
    });

    it(`is refused with garbage for ${name}, or with a part of it`, async () => {
      const value = genuine.headers[name]!;
      const garbage = GARBAGE.flatMap((one) => [one, proof.headers[name] + one]);
      for (const wrong of [...garbage, value.slice(0, -4), `x${value}`])
        await expectRefused(withHeader(name, wrong));
    });
  }

  it('is refused with the proof of somebody else', async () => {
    await expectRefused(sign({ stranger: true }), proof.wrong);
  });

  it('is refused before anything of it is parsed', async () => {
    await expectRefused({ ...callOf('{'), path: genuine.path }, proof.missing);
    if (names.length > 0 && proof.covers !== 'nothing')
      await expectRefused(withBody(Buffer.from('{')), proof.wrong);
  });

  if (proof.covers !== 'nothing') {
    it('is refused with another body under its proof', async () => {
      const swap = proof.swap ?? (() => ({ ...genuine, body: other.body }));
      await expectRefused(swap(genuine, other), proof.wrong);
      await expectRefused(withBody(Buffer.alloc(0)));
    });

    it('is refused when it breaks off anywhere', async () => {
      const cut = fc.asyncProperty(fc.nat(genuine.body.length - 1), (length) =>
        isRefused(withBody(genuine.body.subarray(0, length))),
      );
      await fc.assert(cut, rounds(1));
    });
  }

  if (proof.covers === 'bytes') {
    it('is refused with any byte altered, and with one more', async () => {
      const { length } = genuine.body;
      const altered = fc.asyncProperty(
        fc.nat(length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const body = Buffer.from(genuine.body);
          body[at]! ^= change;
          return isRefused(withBody(body));
        },
      );
      await fc.assert(altered, rounds(1));
      for (const more of [' ', '\n', '\0'])
        await expectRefused(withBody(Buffer.concat([genuine.body, Buffer.from(more)])), proof.wrong);
    });
  }

  it('is refused without a proof, whatever it says and shows', async () => {
    const shown = fc.tuple(
      ...names.map((name) =>
        fc.oneof(
          fc.string(),
          fc.string().map((text) => proof.headers[name] + text),
        ),
      ),
    );
    const body = fc.oneof(
      fc.uint8Array(),
      fc.json().map((text) => Buffer.from(text)),
    );
    const forged = fc.asyncProperty(body, shown, fc.string(), async (bytes, values, type) => {
      const headers = Object.fromEntries(names.map((name, index) => [name, values[index]!]));
      return isRefused(callOf(Buffer.from(bytes), { ...headers, 'content-type': type }, genuine.path));
    });
    await fc.assert(forged, rounds(1));
  });

  const { past, ahead } = proof.times ?? {};
  for (const [way, [seconds, reason] = []] of [
    [-1, past],
    [1, ahead],
  ] as const) {
    if (seconds === undefined) continue;
    it(`is a replay, or of a wrong clock, beyond ${way * seconds} seconds from now`, async () => {
      expect(await read(sign({ at: NOW_S + way * seconds }))).toStrictEqual(reading);
      await expectRefused(sign({ at: NOW_S + way * (seconds + 1) }), reason);
    });
  }

  it.each(proof.unset)(
    'waits, and says what to set, for an account without %s',
    async (_what, settings, reason) => {
      const unset = open(settings);
      for (const request of [genuine, sign({ stranger: true }), callOf('{')])
        expect(await unset(request)).toEqual(because('later', reason));
    },
  );
}
