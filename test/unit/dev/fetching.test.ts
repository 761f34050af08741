import { goProgress } from '../../../tools/dev/servers/go-progress';
import { proxyProperties } from '../../../tools/dev/servers/maven';

describe('the progress of a build with Go', () => {
  it('names what Go does, although its lines come in pieces', () => {
    const progress = goProgress();
    expect(progress.now()).toBe('Go downloads its modules, 0 so far');
    progress.read('go: downloading go.temporal.io/api v1.2.3\ngo: downl');
    progress.read('oading google.golang.org/grpc v1.2.3\n');
    expect(progress.now()).toBe('Go downloads its modules, 2 so far');
    progress.read('internal/cpu\ngo.temporal.io/api/enums/v1\n# note: something else\n');
    expect(progress.now()).toBe('compiling with Go, 2 packages of at most 1300');
  });
});

describe("the environment's proxies for Maven", () => {
  it('are none where none is set', () => expect(proxyProperties({})).toEqual([]));

  it('are told to Java as it understands them', () => {
    expect(
      proxyProperties({
        HTTPS_PROXY: 'http://me:p%40ss@proxy.example.com:3128',
        http_proxy: 'proxy.example.com',
        NO_PROXY: '127.0.0.1, .example.com',
      }),
    ).toEqual([
      ...['-Dhttp.proxyHost=proxy.example.com', '-Dhttp.proxyPort=80'],
      ...['-Dhttps.proxyHost=proxy.example.com', '-Dhttps.proxyPort=3128'],
      ...['-Dhttps.proxyUser=me', '-Dhttps.proxyPassword=p@ss'],
      '-Dhttp.nonProxyHosts=127.0.0.1|*.example.com',
    ]);
  });
});
