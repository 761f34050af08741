import { createSocket } from 'node:dgram';
import { type Answer, decode, encode } from 'dns-packet';

/** Records of one name and type. `drop`: no answer. `fail`: SERVFAIL. A function answers each question anew. */
type Records = string[] | 'drop' | 'fail' | (() => string[]);

/**
 * What a name has, by `TYPE name`. A name without an entry does not exist (NXDOMAIN). `* name` stands for all types of the name
 * and of those below it.
 */
export type Zone = Record<string, Records>;

export type DnsServer = Awaited<ReturnType<typeof startDnsServer>>;

/** A small DNS server over UDP (RFC 1035). `zone` and `ttl` (seconds) may change while it runs. `asked` has the questions. */
export async function startDnsServer() {
  const server = { zone: {} as Zone, ttl: 0, asked: [] as string[] };
  const socket = createSocket('udp4');

  const recordsOf = (type: string, name: string): Records | undefined => {
    const below = name.split('.').map((_label, index, labels) => `* ${labels.slice(index).join('.')}`);
    return [`${type} ${name}`, ...below].map((key) => server.zone[key]).find((found) => found !== undefined);
  };
  const exists = (name: string): boolean =>
    Object.keys(server.zone).some((key) => key.split(' ')[1]?.toLowerCase() === name);

  socket.on('message', (message, from) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question) return;
    const { type } = question;
    const name = question.name.toLowerCase();
    server.asked.push(`${type} ${name}`);
    const found = recordsOf(type, name);
    if (found === 'drop') return;
    const values = found === 'fail' ? [] : typeof found === 'function' ? found() : (found ?? []);
    const answers = values.flatMap((value) => answersOf(type, question.name, value, server.ttl));
    // 2: SERVFAIL. 3: NXDOMAIN. Authoritative: 1024.
    const code = found === 'fail' ? 2 : found !== undefined || exists(name) ? 0 : 3;
    const flags = 1024 | code;
    socket.send(encode({ type: 'response', id, flags, questions, answers }), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return Object.assign(server, {
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  });
}

/**
 * A value of an address may begin with the names of a chain: `cdn.example > edge.example > 192.0.2.1`. One that ends in `>`
 * leads to no address.
 */
function answersOf(type: string, name: string, value: string, ttl: number): Answer[] {
  if (type === 'MX') return [{ type, name, ttl, data: { preference: 10, exchange: value } }];
  if (type === 'CNAME') return [{ type, name, ttl, data: value }];
  if (type === 'A' || type === 'AAAA') {
    const chain = value.split(/ > ?/);
    return chain.flatMap((data, index): Answer[] => {
      const owner = chain[index - 1] ?? name;
      if (index < chain.length - 1) return [{ type: 'CNAME', name: owner, ttl, data }];
      return data === '' ? [] : [{ type, name: owner, ttl, data }];
    });
  }
  // A text has parts of 255 octets.
  return [{ type: 'TXT', name, ttl, data: value.match(/[^]{1,255}/g) ?? [''] }];
}
