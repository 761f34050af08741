import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createOpenSigner } from '../../../../../channels/email/dkim/open-signers';
import { withSignature } from '../../../../../channels/email/dkim/with-signature';
import type { OutboundMessage, Provider } from '../../../../../channels/provider';
import type { DkimKey } from '../../../../../core/sending/dkim/key';
import { sealedFor } from '../../../../../core/shared/at-rest';
import { createVault } from '../../../../../core/shared/vault';
import { message } from '../../../../support/smtp-servers';

const vault = createVault([randomBytes(32)]);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const named = { domain: 'example.com', selector: 's1' };
const key: DkimKey = {
  ...{ ...named, state: 'active', publicKey: 'p', sealed: vault.seal(der, sealedFor.dkim('app', named)) },
  ...{ createdAt: new Date(), activeSince: new Date(), retiringSince: null },
};

function recording() {
  const sent: OutboundMessage[] = [];
  const provider: Provider = {
    name: 'smtp',
    send: (one) => {
      sent.push(one);
      return Promise.resolve({ outcome: 'sent', providerMessageId: '1', response: '' });
    },
    close: () => Promise.resolve(),
  };
  return { sent, provider };
}
const never = new AbortController().signal;

test.each([
  ['Shop <shop@example.com>', 's1'],
  ['shop@EXAMPLE.com', 's1'],
  ['shop@mail.example.com', undefined],
])('DKIM-1: a message from %s is signed with the key of its very domain (%s)', async (from, selector) => {
  const { sent, provider } = recording();
  const open = createOpenSigner(vault);
  await withSignature(provider, { _id: 'app', dkim: [key] }, open).send(message({ from }), never);
  expect(sent[0]?.signer?.selector).toBe(selector);
});

test('DKIM-4: a message whose key cannot be opened waits and is not sent unsigned', async () => {
  const { sent, provider } = recording();
  const open = createOpenSigner(createVault([randomBytes(32)]));
  const result = await withSignature(provider, { _id: 'app', dkim: [key] }, open).send(message(), never);
  expect(result).toEqual({
    ...{ outcome: 'transient', code: 'UNAUTHORIZED' },
    response: expect.stringContaining('the DKIM key of example.com: ENCRYPTION_KEY does not contain'),
  });
  expect(sent).toEqual([]);
});

test('a key is opened once, and again after it was sealed with another encryption key', () => {
  let opened = 0;
  const open = createOpenSigner({ ...vault, open: (...of) => ((opened += 1), vault.open(...of)) });
  const again = { ...key, sealed: vault.seal(der, sealedFor.dkim('app', named)) };
  for (const one of [key, key, again]) open({ _id: 'app', dkim: [one] }, 'example.com');
  expect(opened).toBe(2);
});
