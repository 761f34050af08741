/**
 * What has to be so before anything else is loaded: a Node that is new enough, the packages, and no proxy before the servers of
 * this machine. Plain JavaScript without packages, because it must run if one of these is not so.
 */
const { engines } = require('../../package.json');

/** `^20.19.0 || ^22.13.0 || >=24` names the oldest version of each line of Node, and of the newest line what follows too. */
const oldest = engines.node.split(' || ').map((range) => range.replace(/^\D+/, ''));
const [major, minor] = process.versions.node.split('.').map(Number);
const isSupported = oldest.some((version, index) => {
  const [oldestMajor, oldestMinor = 0] = version.split('.').map(Number);
  if (major === oldestMajor) return minor >= oldestMinor;
  return index === oldest.length - 1 && major > oldestMajor;
});
if (!isSupported)
  end(
    `Heliograph needs Node ${oldest.slice(0, -1).join(', ')} or ${oldest.at(-1)}, or a later version of one of these lines. ` +
      `This is Node ${process.versions.node}: install Node ${oldest.at(-1)} (https://nodejs.org), then run \`npm ci\` again.`,
  );

try {
  require.resolve('tsx');
} catch {
  end('The packages of Heliograph are not installed. Run `npm ci` first.');
}

// A proxy of the network cannot reach this machine's loopback. gRPC, Node and curl ask for these two variables.
for (const name of ['no_proxy', 'NO_PROXY']) {
  const given = process.env.no_proxy || process.env.NO_PROXY;
  process.env[name] = [
    ...new Set([...(given ? given.split(/[\s,]+/) : []), '127.0.0.1', 'localhost', '::1']),
  ].join();
}

function end(sentence) {
  console.error(`✗ ${sentence}`);
  process.exit(1);
}
