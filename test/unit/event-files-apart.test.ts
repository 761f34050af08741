import { readEventFilesApart } from '../../api/event-files/read-apart';

const TEMPLATES = 'templates: { sms: { en: { text: Hi } } }';
const file = (name: string, content = TEMPLATES) => ({ name: `${name}.yaml`, content });
/** Too large to be read at once. */
const LARGE = `${TEMPLATES}\n${'#\n'.repeat(10_000)}`;

describe('the event files of a push', () => {
  it.each([
    ['few', TEMPLATES],
    ['many, in a thread', LARGE],
  ])('that are %s give the same', async (_what, content) => {
    const parsed = await readEventFilesApart([file('a', content), file('b')]);
    expect(parsed).toMatchObject({ ok: true, events: [{ name: 'a' }, { name: 'b' }] });
    expect(await readEventFilesApart([file('a', `${content}\nlanguage: xx`)])).toEqual({
      ok: false,
      problems: [
        { file: 'a.yaml', line: expect.any(Number), message: expect.stringContaining('"language"') },
      ],
    });
  });

  it('that are large leave the process free for other work', async () => {
    const hostile = Array.from({ length: 19_000 }, (_, n) => `k${n}: a`).join('\n');
    let turns = 0;
    const other = setInterval(() => (turns += 1), 1);
    const parsed = await readEventFilesApart([file('a', hostile)]);
    clearInterval(other);
    expect(parsed).toMatchObject({ ok: false, problems: { length: 51 } });
    expect(turns).toBeGreaterThan(5);
  });

  it('that take too long are refused, and the next push is read', async () => {
    const [slow, next] = await Promise.allSettled([
      readEventFilesApart([file('a', LARGE)], 1),
      readEventFilesApart([file('a', LARGE)]),
    ]);
    expect(slow).toMatchObject({
      reason: { code: 'VALIDATION_ERROR', message: expect.stringContaining('more than 0.001 seconds') },
    });
    expect(next).toMatchObject({ value: { ok: true } });
  });
});
