import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch, type Response } from 'undici';
import { withHeartbeat, type Report } from './report';
import { run } from './run';

/** Short, because there is another way to get each program. */
const CONNECT_WITHIN_MS = 4_000;
const ANSWER_WITHIN_MS = 10_000;

/** Hosts that could not be reached in this run. They are not tried again, because each try takes seconds. */
const unreachable = new Map<string, string>();

export interface Archive {
  label: string;
  url: string;
  /** Lists SHA-256 sums in the format of `sha256sum`. */
  checksumUrl: string;
  /** Name of the one file of the archive that is kept. */
  program: string;
}

/** Downloads an archive (tar.gz, tgz or zip), verifies its checksum and puts its program into `directory`. */
export async function downloadProgram(
  archive: Archive,
  directory: string,
  report: Report,
  signal?: AbortSignal,
): Promise<void> {
  const agent = new EnvHttpProxyAgent({ connect: { timeout: CONNECT_WITHIN_MS } });
  const name = path.posix.basename(new URL(archive.url).pathname);
  const file = path.join(directory, name);
  try {
    const response = await request(archive.url, agent, signal);
    await save(response, file, archive.label, report);
    const sums = await (await request(archive.checksumUrl, agent, signal)).text();
    await verify(file, name, sums);
  } finally {
    await agent.destroy();
  }
  await run('tar', ['-xf', name], { cwd: directory, signal });
  await keepOnly(directory, archive.program);
}

async function request(url: string, agent: EnvHttpProxyAgent, signal?: AbortSignal): Promise<Response> {
  const { host } = new URL(url);
  const known = unreachable.get(host);
  if (known) throw new Error(`${host} was not reachable a moment ago: ${known}`);

  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new Error('no response in time')), ANSWER_WITHIN_MS);
  let response: Response;
  try {
    const signals = signal ? [deadline.signal, signal] : [deadline.signal];
    response = await fetch(url, { dispatcher: agent, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = error instanceof Error ? messageOf(error.cause ?? error) : String(error);
    unreachable.set(host, reason);
    throw new Error(`${host} cannot be reached: ${reason}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

async function save(response: Response, file: string, label: string, report: Report): Promise<void> {
  if (!response.body) throw new Error('the response was empty');
  const total = Number(response.headers.get('content-length') ?? 0);
  let received = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      received += chunk.length;
      yield chunk;
    }
  };
  const progress = (): string =>
    `${label}: downloading, ${megabytes(received)}${total ? ` of ${megabytes(total)}` : ''}`;
  await withHeartbeat(
    report,
    progress,
    () => pipeline(Readable.fromWeb(response.body!), counted, createWriteStream(file)),
    5_000,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(0)} MB`;
}

async function verify(file: string, name: string, sums: string): Promise<void> {
  const line = sums.split('\n').find((each) => each.trim().endsWith(name));
  const expected = line?.trim().split(/\s+/)[0]?.toLowerCase();
  if (!expected) throw new Error(`no checksum is published for ${name}`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const actual = hash.digest('hex');
  if (actual !== expected) throw new Error(`${name} has the wrong checksum (${actual}, not ${expected})`);
}

async function keepOnly(directory: string, program: string): Promise<void> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const found = files.find((each) => each.isFile() && each.name === program);
  if (!found) throw new Error(`the archive has no file ${program}`);
  const kept = path.join(directory, `${program}.kept`);
  await rename(path.join(found.parentPath, found.name), kept);
  for (const name of await readdir(directory)) {
    if (name !== path.basename(kept)) await rm(path.join(directory, name), { recursive: true, force: true });
  }
  await rename(kept, path.join(directory, program));
  await chmod(path.join(directory, program), 0o755);
}
