import { devSettings, serverSources } from '../../../tools/dev/settings';
import { temporalArgs } from '../../../tools/dev/servers/temporal-args';

describe('the settings of npm start', () => {
  it('has defaults for everything', () => {
    const settings = devSettings({});
    expect(settings.ports).toMatchObject({
      api: 3000,
      sandbox: 3001,
      admin: 3002,
      temporal: 7233,
      inbox: 8025,
    });
    expect(settings.mongoUri).toBeUndefined();
  });

  it('takes an empty variable as not set', () => {
    expect(devSettings({ API_PORT: '', MONGODB_URI: '' })).toEqual(devSettings({}));
  });

  it('names every variable that cannot be used', () => {
    const env = { API_PORT: 'many', SMTP_PORT: '70000', MONGODB_URI: 'http://x' };
    expect(() => devSettings(env)).toThrow(/SMTP_PORT=70000: must be a port/);
    expect(() => devSettings(env)).toThrow(/MONGODB_URI=http:/);
    expect(() => devSettings(env)).toThrow(/API_PORT=many: must be a port/);
  });

  it('does not repeat a password in the message', () => {
    expect(() => devSettings({ MONGODB_URI: 'mongo://me:secret@host' })).toThrow('mongo://***@host');
  });

  it('narrows the sources of the embedded servers', () => {
    expect(serverSources({ HELIOGRAPH_DEV_TEMPORAL: 'build' })).toMatchObject({ temporal: 'build' });
    expect(() => serverSources({ HELIOGRAPH_DEV_MONGO: 'luck' })).toThrow(/HELIOGRAPH_DEV_MONGO=luck/);
  });
});

describe('the command line of Temporal', () => {
  const base = { port: 1, namespace: 'n', searchAttributes: ['A', 'B'] };

  it('listens on the loopback address only, in memory and without a UI unless told otherwise', () => {
    const args = temporalArgs(base).join(' ');
    expect(args).toContain('--ip 127.0.0.1 --port 1');
    expect(args).toContain('--headless');
    expect(args).toContain('--search-attribute A=Keyword --search-attribute B=Keyword');
    expect(args).not.toContain('--db-filename');
  });

  it('keeps its data in a file that is written fast', () => {
    const args = temporalArgs({ ...base, uiPort: 2, dbFilename: 'x.db', dynamicConfig: { a: true } }).join(
      ' ',
    );
    expect(args).toContain('--ui-ip 127.0.0.1 --ui-port 2');
    expect(args).toContain(
      '--db-filename x.db --sqlite-pragma journal_mode=wal --sqlite-pragma synchronous=1',
    );
    expect(args).toContain('--dynamic-config-value a=true');
  });
});
