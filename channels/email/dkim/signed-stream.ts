import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type DkimSigner, signMail } from './sign-mail';

/** Returns a mail with its signature. Nothing is read or signed before someone reads it, as with an unsigned mail. */
export const signedStream = (mail: Readable, signer: DkimSigner): Readable =>
  Readable.from(signedParts(mail, signer), { objectMode: false });

async function* signedParts(mail: Readable, signer: DkimSigner): AsyncGenerator<Buffer> {
  yield await signMail(await buffer(mail), signer, new Date());
}
