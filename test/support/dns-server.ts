import { createSocket } from 'node:dgram';
import { type Answer, decode, encode } from 'dns-packet';

/** What a name has, by `TYPE name`. `drop`: no answer. `fail`: SERVFAIL. */
export type Zone = Record<string, string[] | 'drop' | 'fail'>;

export type DnsServer = Awaited<ReturnType<typeof startDnsServer>>;

/** A small DNS server over UDP (RFC 1035). `zone` may change while it runs. */
export async function startDnsServer() {
  const server = { zone: {} as Zone };
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question) return;
    const { type, name } = question;
    const found = server.zone[`${type} ${name.toLowerCase()}`] ?? [];
    if (found === 'drop') return;
    const values = found === 'fail' ? [] : found;
    const answers = values.map((value): Answer => answerOf(type, name, value));
    // 2: SERVFAIL. Authoritative: 1024.
    const flags = 1024 | (found === 'fail' ? 2 : 0);
    socket.send(encode({ type: 'response', id, flags, questions, answers }), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return Object.assign(server, {
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  });
}

function answerOf(type: string, name: string, value: string): Answer {
  const ttl = 0;
  if (type === 'MX') return { type, name, ttl, data: { preference: 10, exchange: value } };
  if (type === 'CNAME') return { type, name, ttl, data: value };
  // A text has parts of 255 octets.
  return { type: 'TXT', name, ttl, data: value.match(/[^]{1,255}/g) ?? [''] };
}
