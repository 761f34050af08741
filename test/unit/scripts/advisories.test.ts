import { validRange } from 'semver';
import { findAdvisories } from '../../../tools/scripts/advisories/find';
import list from '../../../tools/scripts/advisories/list.json';

const locked = (packages: Record<string, string>, more = {}) => ({
  packages: Object.fromEntries(
    Object.entries(packages).map(([at, version]) => [`node_modules/${at}`, { version, ...more }]),
  ),
});
const idsIn = (lock: ReturnType<typeof locked>): string[] =>
  findAdvisories(lock, list.advisories).map(({ id }) => id);

describe('the check of the lock file', () => {
  it('finds the nodemailer under mailparser that a mail could end the API with', () => {
    const lock = locked({ 'mailparser/node_modules/nodemailer': '7.0.9', nodemailer: '10.6.0' });
    const [found, ...others] = findAdvisories(lock, list.advisories).filter(
      ({ id }) => id === 'GHSA-rcmh-qjqh-p98v',
    );
    expect(found).toMatchObject({ at: 'node_modules/mailparser/node_modules/nodemailer', version: '7.0.9' });
    expect(others).toEqual([]);
  });

  it('takes names with a scope whole, and leaves out what production does not install', () => {
    expect(idsIn(locked({ '@grpc/grpc-js': '1.14.3' }))).toHaveLength(2);
    expect(idsIn(locked({ 'grpc-js': '1.14.3', '@other/grpc-js': '1.14.3' }))).toEqual([]);
    expect(idsIn(locked({ nodemailer: '7.0.9' }, { dev: true }))).toEqual([]);
  });

  it('has a list whose ranges, ids and date can be read', () => {
    expect(Date.parse(list.upTo)).toBeLessThanOrEqual(Date.now());
    for (const { range, id } of list.advisories) {
      expect(validRange(range)).not.toBeNull();
      expect(id).toMatch(/^GHSA(-[0-9a-z]{4}){3}$/);
    }
    expect(new Set(list.advisories.map(({ id }) => id)).size).toBe(list.advisories.length);
  });
});
