import { constants, createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Client, Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { GRPC } from '../../../temporal/grpc-code';
import { currentBuild } from '../../../worker/deployment';

const { DescribeWorkerDeploymentResponse } = temporal.api.workflowservice.v1;
const FOUND = DescribeWorkerDeploymentResponse.encode({
  workerDeploymentInfo: {
    name: 'heliograph',
    routingConfig: { currentDeploymentVersion: { deploymentName: 'heliograph', buildId: 'one' } },
  },
}).finish();

let server: Http2Server;
let client: Client;
let asked = 0;
/** How many of the calls find nothing, as Temporal answers while the deployment's workflow continues as new. */
let missing = 0;

beforeAll(async () => {
  server = createServer();
  server.on('stream', (stream, { [constants.HTTP2_HEADER_PATH]: path }) => {
    const headers = { ':status': 200, 'content-type': 'application/grpc' };
    const isAsked = String(path).endsWith('/DescribeWorkerDeployment');
    if (isAsked) asked += 1;
    if (!isAsked || asked <= missing) {
      const status = isAsked ? GRPC.NOT_FOUND : GRPC.UNIMPLEMENTED;
      stream.respond({ ...headers, 'grpc-status': status }, { endStream: true });
      return;
    }
    stream.respond(headers, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': 0 }));
    const length = Buffer.alloc(5);
    length.writeUInt32BE(FOUND.length, 1);
    stream.end(Buffer.concat([length, FOUND]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = new Client({ connection: Connection.lazy({ address }), namespace: 'default' });
});
afterAll(async () => {
  await client.connection.close();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  asked = 0;
});

test('the current build is known though Temporal does not find the deployment for a moment', async () => {
  missing = 2;
  expect(await currentBuild(client, 'heliograph')).toBe('one');
  expect(asked).toBe(3);
});

test('a deployment that Temporal never finds has no current build: unversioned workers get the work', async () => {
  missing = Infinity;
  expect(await currentBuild(client, 'heliograph')).toBeNull();
  expect(asked).toBe(3);
});
