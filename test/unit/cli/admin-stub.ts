import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { run } from '../../../cli/run';

export interface Call {
  method: string;
  url: string;
  authorization: string | undefined;
  body: unknown;
}

type Answer = [status: number, body: unknown, afterMs: number];

/** A server that answers `METHOD /path` as told and remembers what it was asked. */
export class AdminStub {
  readonly calls: Call[] = [];
  /** The most requests that waited for an answer at the same time. */
  mostWaiting = 0;
  private waiting = 0;
  private answers = new Map<string, Answer>();
  private readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = request;
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      this.calls.push({ method, url, authorization: headers.authorization, body });
      const [status, answer, afterMs] = this.answers.get(`${method} ${url}`) ?? [
        404,
        { error: 'No such route.', code: 'ROUTE_NOT_FOUND' },
        0,
      ];
      const type = headers.accept === 'text/csv' && status === 200 ? 'text/csv' : 'application/json';
      this.waiting += 1;
      this.mostWaiting = Math.max(this.mostWaiting, this.waiting);
      const send = (): void => {
        this.waiting -= 1;
        response.writeHead(status, { 'content-type': type, connection: 'close' });
        response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      };
      if (afterMs === 0) send();
      else setTimeout(send, afterMs);
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  answer(route: string, status: number, body: unknown, afterMs = 0): void {
    this.answers.set(route.replace(' ', ' /admin/v1/'), [status, body, afterMs]);
  }

  reset(): void {
    this.answers = new Map();
    this.calls.length = 0;
    this.mostWaiting = 0;
  }
}

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command line in this process, without a terminal. It sees only the settings that `env` says. */
export async function heliograph(
  args: string[],
  { env = {}, cwd = process.cwd() }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Ran> {
  const [stdout, stderr] = [new Kept(), new Kept()];
  const code = await run(args, { stdin: Readable.from([]), stdout, stderr, env, cwd: () => cwd });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Kept extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
