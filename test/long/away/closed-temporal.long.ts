import { randomUUID } from 'node:crypto';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { temporal } from '@temporalio/proto';
import { temporalAnswers } from '../../../tools/dev/servers/ready';
import { SEARCH_ATTRIBUTES } from '../../../temporal/search-attributes';
import { type ClosedTemporal, startClosedTemporal } from '../../support/closed-temporal';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const OPERATORS = 'temporal.api.operatorservice';
const { INDEXED_VALUE_TYPE_KEYWORD, INDEXED_VALUE_TYPE_TEXT } = temporal.api.enums.v1.IndexedValueType;
const target = process.env.HELIOGRAPH_TEST_TEMPORAL_ADDRESS ?? '';
const direct = Connection.lazy({ address: target });

let closed: ClosedTemporal;
let stack: Stack;
beforeAll(async () => {
  closed = await startClosedTemporal(target, [OPERATORS]);
  stack = await startStack({ temporalAddress: closed.address, env: {} });
});
afterAll(async () => {
  await stack.stop();
  await Promise.all([closed.stop(), direct.close()]);
});

describe('where Temporal refuses its operator service,', () => {
  test('a worker starts if the search attributes are there', async () => {
    expect(closed.refused).toContain(`${OPERATORS}.v1.OperatorService/ListSearchAttributes`);
    expect(stack.worker?.output()).not.toContain('search attributes');
    const to = newAddress();
    await untilEnded(stack.production, await stack.production.send('welcome', { to }));
    expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  });

  test('`npm start` takes it for one that answers', async () => {
    expect(await temporalAnswers(closed.address, stack.temporal.options.namespace, [])).toBe(true);
  });

  test('a worker ends if some are missing or of another type, with the commands that make them', async () => {
    const namespace = await namespaceWith({
      [SEARCH_ATTRIBUTES.application]: INDEXED_VALUE_TYPE_KEYWORD,
      [SEARCH_ATTRIBUTES.environment]: INDEXED_VALUE_TYPE_KEYWORD,
      [SEARCH_ATTRIBUTES.event]: INDEXED_VALUE_TYPE_TEXT,
    });
    const said = await stack.startWorker({ TEMPORAL_NAMESPACE: namespace }).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
    expect(said).toContain('the worker ended with 1 before it was ready');
    expect(said).toContain('each of type Keyword: HeliographEvent, HeliographContact.\n');
    expect(said).toContain(
      `temporal operator search-attribute create --namespace ${namespace} --name HeliographEvent --type Keyword --name HeliographContact --type Keyword\n`,
    );
    expect(said).toContain(
      `tcld namespace search-attributes add --namespace ${namespace} --search-attribute "HeliographEvent=Keyword" --search-attribute "HeliographContact=Keyword"\n`,
    );
  });

  test('it starts with a warning if nothing can be found out', async () => {
    const silent = await startClosedTemporal(target, [OPERATORS, '/CountWorkflowExecutions']);
    try {
      await stack.worker?.stop();
      const worker = await stack.startWorker({ TEMPORAL_ADDRESS: silent.address });
      expect(worker.output()).toContain('Temporal does not report whether it has the search attributes.');
      expect(worker.output()).toContain(`Keyword: ${Object.values(SEARCH_ATTRIBUTES).join(', ')}.`);
      const to = newAddress();
      await untilEnded(stack.production, await stack.production.send('welcome', { to }));
      expect(stack.smtp.mailsTo(to)).toHaveLength(1);
      await worker.stop();
    } finally {
      await silent.stop();
    }
  });
});

/** A namespace of the test's own, with these search attributes. */
async function namespaceWith(searchAttributes: Record<string, number>): Promise<string> {
  const namespace = `closed-${randomUUID().slice(0, 8)}`;
  const workflowExecutionRetentionPeriod = msToTs('1 day');
  await direct.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  // A frontend knows a new namespace, and what it has, some seconds later.
  await eventually(
    'the search attributes of a new namespace',
    async () => {
      await direct.operatorService
        .addSearchAttributes({ namespace, searchAttributes })
        .catch(() => undefined);
      const listed = await direct.operatorService.listSearchAttributes({ namespace }).catch(() => undefined);
      return Object.keys(searchAttributes).every((name) => name in (listed?.customAttributes ?? {}));
    },
    60_000,
  );
  return namespace;
}
