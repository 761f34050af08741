import path from 'node:path';
import { pino } from 'pino';
import { createMailReader, type MailReader, UnreadableMail } from '../../../api/receipts/bounces/mail-reader';

const BREAKABLE = path.join(__dirname, '../../support/receipts/breakable-mail-thread.js');

let logged: string;
let reader: MailReader;
const start = (options: { file?: string; limitMs?: number } = {}): void => {
  logged = '';
  const log = pino({}, { write: (line: string) => void (logged += line) });
  reader = createMailReader({ log, file: BREAKABLE, ...options });
};
afterEach(() => reader.close());
const read = (text: string) => reader.read(Buffer.from(text));

describe('the thread that reads mails', () => {
  it('is one for many mails, each answered in its turn', async () => {
    start();
    const mails = await Promise.all(['a', 'b', 'c'].map(read));
    expect(mails).toEqual([1, 2, 3].map((seen) => ({ kind: 'other', seen })));
  });

  it.each([
    ['an error in a callback', 'throw', /broken on purpose/],
    ['memory without end', 'memory', /memory/],
  ])('ends with %s, which is the mail’s and nobody else’s', async (_what, text, cause) => {
    start();
    const [before, broken, after] = await Promise.allSettled(['a', text, 'b'].map(read));
    expect(before).toMatchObject({ status: 'fulfilled' });
    expect(broken).toMatchObject({ reason: expect.any(UnreadableMail) });
    expect(after).toMatchObject({ status: 'fulfilled', value: { seen: 1 } });
    expect(logged).toMatch(cause);
  });

  it('ends where it takes too long, and the next mail is read', async () => {
    start({ limitMs: 1500 });
    const [broken, after] = await Promise.allSettled(['loop', 'a'].map(read));
    expect(broken).toMatchObject({ reason: expect.any(UnreadableMail) });
    expect(after).toMatchObject({ status: 'fulfilled' });
  });

  it('gives a mail a second try, for it may have died of the one before', async () => {
    start();
    await read('a');
    expect(await read('first')).toEqual({ kind: 'other', seen: 1 });
    expect(logged).toMatch(/broken on purpose/);
  });

  it('that cannot start makes no mail unreadable', async () => {
    start({ file: path.join(__dirname, 'nothing.js') });
    const error: unknown = await read('a').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'MODULE_NOT_FOUND' });
    expect(error).not.toBeInstanceOf(UnreadableMail);
  });
});
