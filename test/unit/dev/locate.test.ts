import { locate, ServerNotFoundError, type Source } from '../../../tools/dev/servers/locate';

interface Program {
  description: string;
}
const works = (description: string) => () => Promise.resolve({ description });
const fails = (reason: string) => () => Promise.reject(new Error(reason));

describe('locate', () => {
  const lines: string[] = [];
  const search = (sources: Source<Program>[], only?: Source<Program>['name']) =>
    locate({
      label: 'Thing',
      sources,
      waysOut: ['install it', 'set THING'],
      only,
      report: (line) => lines.push(line),
    });
  beforeEach(() => lines.splice(0));

  it('prefers the PATH, then the download, then the build', async () => {
    const download = { name: 'download' as const, obtain: works('downloaded') };
    const build = { name: 'build' as const, obtain: works('built') };
    const installed = { name: 'path' as const, obtain: works('installed') };
    const missing = { name: 'path' as const, obtain: fails('not there') };
    expect((await search([installed, download, build])).description).toBe('installed');
    expect((await search([missing, download, build])).description).toBe('downloaded');
    expect((await search([missing, { ...download, obtain: fails('closed') }, build])).description).toBe(
      'built',
    );
  });

  it('takes what an earlier start built before it tries a download again', async () => {
    const obtain = jest.fn(works('downloaded'));
    const build = { name: 'build' as const, cached: works('built earlier'), obtain: fails('never') };
    expect((await search([{ name: 'download', obtain }, build])).description).toBe('built earlier');
    expect(obtain).not.toHaveBeenCalled();
  });

  it('gets what is cached but broken anew', async () => {
    const build = { name: 'build' as const, cached: fails('does not run'), obtain: works('built anew') };
    expect((await search([build])).description).toBe('built anew');
  });

  it('looks at one source alone when told so', async () => {
    const sources: Source<Program>[] = [
      { name: 'path', obtain: works('installed') },
      { name: 'build', obtain: works('built') },
    ];
    expect((await search(sources, 'build')).description).toBe('built');
  });

  it('names every reason and every way out when all fail', async () => {
    const failed = search([
      { name: 'path', obtain: fails('not on the PATH') },
      { name: 'download', obtain: fails('no network') },
    ]);
    await expect(failed).rejects.toThrow(ServerNotFoundError);
    await expect(failed).rejects.toThrow(/not on the PATH[^]*no network[^]*install it[^]*set THING/);
    expect(lines).toHaveLength(2);
  });
});
