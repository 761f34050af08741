import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { niced, NICED_WITHIN_MS } from '../../support/niced';
import { eventually } from '../../support/eventually';
import { codeOf, receives, settingsOf } from '../../support/client-readme';
import { type Stack, startStack } from '../../support/stack';
import { WEBHOOK_CASES } from '../../support/webhook-cases';

const run = promisify(execFile);
const CLIENT = path.join(__dirname, '../../../client');

interface Language {
  /** What has to be there, and the command that finds out. Without it, the tests are skipped. */
  needs: string;
  probe: string;
  code: string;
  /** Commands that install the client into an empty project. */
  installs: string[];
  /** Tests that the package has itself, and checks of its code. */
  checks: string[];
  /** A file of the project for a block of the README. */
  file: (code: string) => [name: string, text: string];
  /** Compiles a file, if the language is compiled, and returns the program. */
  program: (name: string) => { compile?: string; run: string[] };
}

const LANGUAGES: Record<string, Language> = {
  python: {
    needs: 'Python 3.11 with venv, and a package index',
    probe: `python3 -c "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))" && d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT && python3 -m venv "$d/venv" && "$d/venv/bin/pip" download --quiet --retries 1 --no-deps --dest "$d" httpx`,
    code: 'python',
    installs: ['python3 -m venv venv', 'venv/bin/pip install --quiet ./client mypy'],
    checks: [
      'venv/bin/mypy --strict --config-file client/pyproject.toml client/src client/tests',
      'venv/bin/python -m unittest discover --start-directory client/tests',
      // The page of the package has links that lead somewhere.
      'venv/bin/pip show --verbose heliograph && ! grep -F "](.." venv/lib/python*/site-packages/heliograph-*.dist-info/METADATA',
    ],
    file: (code) => ['program.py', code],
    program: (name) => ({ compile: `venv/bin/mypy --strict ${name}`, run: ['venv/bin/python', '-u', name] }),
  },
  go: {
    needs: 'Go 1.24',
    probe: `cd ${path.join(CLIENT, 'go')} && GOTOOLCHAIN=local go list -m`,
    code: 'go',
    installs: [
      'go mod init heliograph.test',
      'go mod edit -require=github.com/heliograph/heliograph/client/go@v0.0.0 -replace=github.com/heliograph/heliograph/client/go=./client',
    ],
    checks: ['cd client && test -z "$(gofmt -l .)" && go vet ./... && go test ./...'],
    file: (code) => ['main.go', code.startsWith('package ') ? code : goProgram(code)],
    program: (name) => ({ compile: `go vet ${name} && go build -o program ${name}`, run: ['./program'] }),
  },
};

/** Returns lines of a function as a program, with what the first program of the README declares. */
function goProgram(lines: string): string {
  const [head = '', check = ''] = (codeOf('client/go/README.md', 'go')[0] ?? '').split(/^func main.*?^}$/ms);
  const begin = 'client, err := heliograph.New(os.Getenv("HELIOGRAPH_URL"), os.Getenv("HELIOGRAPH_API_KEY"))';
  const imports = head.replace('\t"errors"\n', '').replace('\t"os"\n', '\t"os"\n\t"strings"\n');
  return `${imports}func main() {\nctx := context.Background()\n${begin}\ncheck(err)\n${lines}}\n${check}`;
}

const succeeds = (command: string): boolean =>
  spawnSync('sh', ['-c', command], { stdio: 'ignore' }).status === 0;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());

describe.each(Object.entries(LANGUAGES))('the client for %s', (name, language) => {
  const skipped = succeeds(language.probe) ? '' : ` (skipped: it needs ${language.needs})`;
  const check = skipped ? test.skip : test;
  const readme = `client/${name}/README.md`;
  let folder: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), `heliograph-${name}-`));
    const cases = path.join(folder, 'cases.json');
    env = {
      ...{ ...process.env, ...settingsOf(stack), HELIOGRAPH_WEBHOOK_CASES: cases },
      ...{ GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' },
    };
    if (skipped) return;
    await cp(path.join(CLIENT, name), path.join(folder, 'client'), { recursive: true });
    await writeFile(cases, JSON.stringify(WEBHOOK_CASES));
    for (const command of language.installs) await sh(command);
  }, NICED_WITHIN_MS);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const runs = (command: string, args: string[]): Promise<string> =>
    run(command, args, { cwd: folder, env, maxBuffer: 1e8 }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string; stderr: string }) => {
        throw new Error(
          `${args.at(-1) ?? command} failed:\n${error.stdout.slice(-4000)}\n${error.stderr.slice(-4000)}`,
        );
      },
    );

  const sh = (command: string): Promise<string> => runs(...niced('sh', ['-c', command]));

  /** Writes and compiles a block of the README. Returns the program. */
  async function made(code: string): Promise<string[]> {
    const [file, text] = language.file(code);
    await writeFile(path.join(folder, file), text);
    const { compile, run: program } = language.program(file);
    if (compile) await sh(compile);
    return program;
  }
  /**
   * A program is not niced, because its client waits for seconds only. If the machine is busy for longer than that, another one
   * is begun.
   */
  const printedBy = async (code: string): Promise<string> => {
    const program = await made(code);
    const printed = () =>
      runs('sh', ['-c', program.join(' ')]).catch(async (error: Error) => {
        if (!error.message.includes('[TIMEOUT]')) throw error;
        const { body } = await stack.production.get<{ webhook?: { uuid: string } }>('/v1/webhooks');
        if (body.webhook) await stack.production.request('DELETE', `/v1/webhooks/${body.webhook.uuid}`);
        return null;
      });
    return eventually('a program that is answered in time', printed, 300_000);
  };
  const blocks = codeOf(readme, language.code);

  check(
    `passes its own tests and checks${skipped}`,
    async () => {
      for (const command of language.checks) await sh(command);
    },
    NICED_WITHIN_MS,
  );

  check(
    `sends, waits, cancels and says what is wrong, by its README${skipped}`,
    async () => {
      const printed = await printedBy(blocks[0] ?? '');
      expect(printed).toMatch(/^welcome\b.*\nsent\naccepted [0-9a-f-]{36}.*\nrejected .*to\[1\]/);
      expect(printed).toMatch(/^2\d{3}-\d\d-\d\d.*\n0 stopped,?\s0 signalled\n400 TEMPLATE_MISSING push\n$/m);
    },
    NICED_WITHIN_MS,
  );

  check(
    `keeps contacts and the webhook endpoint, by its README${skipped}`,
    async () => {
      const printed = await printedBy(blocks[1] ?? '');
      expect(printed).toMatch(/user-42(?:.*\n)+whsec_/);
      expect(printed).toMatch(/^done 2 rows\n[^]*?^3,VALIDATION_ERROR,/m);
      expect(printed).toMatch(/^0 redelivered\n$/m);
    },
    NICED_WITHIN_MS,
  );

  check(
    `verifies webhooks, by its README${skipped}`,
    async () => {
      const start = async (code: string): Promise<[string, string[], string]> => {
        const [command = '', ...args] = await made(code);
        return [path.join(folder, command), args, folder];
      };
      const { id, printed, forged } = await receives(stack, blocks[2] ?? '', start);
      expect(printed).toContain(`delivery.sent ${id}`);
      expect(forged).toBe(400);
    },
    NICED_WITHIN_MS,
  );
});
