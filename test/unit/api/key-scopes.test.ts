import { guardsOf } from '../../../api/access/route-guards';
import { SCOPE_OF } from '../../../api/access/key-scopes';
import { KEY_SCOPES } from '../../../core/key-scopes';
import { document } from '../../support/openapi-schema';

describe('the scopes of API keys', () => {
  it('are said of every documented route under /v1, and of nothing else', () => {
    const documented = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .flatMap(([path, item]) => {
        const template = path.replaceAll(/\{(\w+)\}/g, ':$1');
        return Object.keys(item).map((method) => `${method.toUpperCase()} ${template}`);
      });
    expect(documented.length).toBeGreaterThan(15);
    expect(Object.keys(SCOPE_OF).sort()).toEqual(documented.sort());
    expect(new Set(Object.values(SCOPE_OF))).toEqual(new Set(KEY_SCOPES));
  });

  it('are asked before a handler, and a route without one cannot be registered', () => {
    expect(guardsOf('post', '/v1/contacts')).toHaveLength(1);
    expect(guardsOf('get', '/healthz')).toEqual([]);
    expect(() => guardsOf('get', '/v1/nothing')).toThrow('who may call GET /v1/nothing');
  });
});
