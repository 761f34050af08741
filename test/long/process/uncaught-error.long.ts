import { once } from 'node:events';
import path from 'node:path';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import { startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';

const BREAKABLE = { NODE_OPTIONS: `--require ${path.join(__dirname, '../../support/throws-when-told.js')}` };
const SAID = /uncaught error; the process exits/;

let stack: Stack;
let taken: Set<string>;
/** Lets the mail server take what it holds. */
let release: () => void;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(() => {
  const released = new Promise<null>((resolve) => (release = () => resolve(null)));
  taken = new Set();
  stack.smtp.answer = (to) => {
    taken.add(to);
    return released;
  };
});

test('an API with an error that nobody caught says so, answers what it has begun and ends with 1', async () => {
  const api = await startProcess('api', { ...stack.apiEnv, ...BREAKABLE });
  const ended = once(api.child, 'exit');
  const to = newAddress();
  const answer = stack.production
    .at(`http://127.0.0.1:${api.ports.production}`)
    .post('/v1/send/welcome', { to }, { prefer: 'wait=20' });
  await eventually('the send to be with the provider', () => taken.has(to));
  api.child.kill('SIGUSR2');
  await eventually('it to say so', () => SAID.test(api.output()));
  expect(api.output()).toContain('broken on purpose');
  release();
  expect(await answer).toMatchObject({ status: 200, body: { status: 'completed' } });
  expect(await ended).toEqual([1, null]);
});

test('a worker with an error that nobody caught says so, finishes its sends and ends with 1', async () => {
  await stack.worker?.stop();
  const { child, output } = await stack.startWorker(BREAKABLE);
  const ended = once(child, 'exit');
  const to = newAddress();
  const id = await stack.production.send('welcome', { to });
  await eventually('the send to be with the provider', () => taken.has(to));
  child.kill('SIGUSR2');
  await eventually('it to say so', () => SAID.test(output()));
  release();
  expect(await ended).toEqual([1, null]);
  await stack.startWorker();
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
});
