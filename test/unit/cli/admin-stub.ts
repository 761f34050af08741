import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export interface Call {
  method: string;
  url: string;
  authorization: string | undefined;
  body: unknown;
}

type Answer = [status: number, body: unknown];

/** A server that answers `METHOD /path` as told and remembers what it was asked. */
export class AdminStub {
  readonly calls: Call[] = [];
  private answers = new Map<string, Answer>();
  private readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = request;
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      this.calls.push({ method, url, authorization: headers.authorization, body });
      const [status, answer] = this.answers.get(`${method} ${url}`) ?? [
        404,
        { error: 'No such route.', code: 'ROUTE_NOT_FOUND' },
      ];
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
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

  answer(route: string, status: number, body: unknown): void {
    this.answers.set(route.replace(' ', ' /admin/v1/'), [status, body]);
  }

  reset(): void {
    this.answers = new Map();
    this.calls.length = 0;
  }
}

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

const BIN = path.join(__dirname, '../../../cli/bin.js');

/** Runs the real command line. Nothing of this process's settings reaches it but what `env` says. */
export function heliograph(
  args: string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Ran> {
  const env = { PATH: process.env['PATH'], ...options.env };
  return new Promise((resolve) => {
    execFile(process.execPath, [BIN, ...args], { env, cwd: options.cwd }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
    });
  });
}
