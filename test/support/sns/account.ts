import { createSnsCertificates } from '../../../channels/email/ses/sns/certificates';
import { sesReceiptReader } from '../../../channels/email/ses/receipts';
import type { ReceiptReader, ReceiptReading } from '../../../channels/receipts/receipts';
import { certificate, derOf, type Identity, rsaKey } from './certificates';
import { call, CERT_URL, type Fields, HOST, notification, signed, SUBSCRIBE_URL, TOPIC } from './messages';
import { type SnsServer, startSnsServer } from './sns-server';

export const ISSUER_URL = 'http://crt.t1m01.amazontrust.com/t1m01.cer';
const ROOT_URL = 'http://crt.rootca1.amazontrust.com/rootca1.cer';

/** The key that SNS signs with. */
export const key = rsaKey();
export const root = certificate({ name: 'Test Root', ca: true });
export const issuer = certificate({ name: 'Test M01', ca: true, issuer: root, issuerUrl: ROOT_URL });
/** A signing certificate, as SNS has one but for `more`. */
export const snsLeaf = (more: Partial<Parameters<typeof certificate>[0]> = {}): Identity =>
  certificate({ name: 'sns.amazonaws.com', key, issuer, issuerUrl: ISSUER_URL, ...more });
export const leaf = snsLeaf();

/** An event of no interest: enough where only the signature matters. */
export const EVENT = { eventType: 'Open', mail: {}, open: {} };
export const genuine = (more: Fields = {}): Fields => signed(notification(EVENT, more), key);

export const READ = { kind: 'read', receipts: [] };
export const refused = (reason: string) => ({
  kind: 'refused',
  reason: expect.stringContaining(reason) as string,
});
export const later = (reason: string) => ({
  kind: 'later',
  reason: expect.stringContaining(reason) as string,
});

/** An account that reads from a topic, and the servers of Amazon that it calls. */
export interface SnsAccount {
  server: SnsServer;
  read: ReceiptReader;
  send(message: Fields | string): Promise<ReceiptReading>;
  /** Reads from now on as a process does that has fetched nothing yet. */
  restart(options?: { now?: () => number }): void;
}

/** Starts Amazon's servers for a test file; before each test all of it is new. */
export function useSnsAccount(): SnsAccount {
  const account = {
    send: async (message) => account.read(call(message)),
    restart: ({ now = Date.now } = {}) => {
      const { http } = account.server;
      const certificates = createSnsCertificates({ http, issuerHttp: http, roots: [root.cert], now });
      account.read = sesReceiptReader({ topicArn: TOPIC, http, certificates });
    },
  } as SnsAccount;
  beforeAll(async () => {
    account.server = await startSnsServer(certificate({ name: HOST, issuer: root }), root.cert);
  });
  afterAll(() => account.server.close());
  beforeEach(() => {
    const { requests, files } = account.server;
    requests.length = 0;
    files.clear();
    files.set(CERT_URL, leaf.cert).set(ISSUER_URL, derOf(issuer)).set(SUBSCRIBE_URL, '<ok/>');
    account.restart();
  });
  return account;
}
