import type { Request } from 'express';
import type { ReceiptRequest } from '../../channels/receipts/receipts';

/** Returns a provider's call in the form that its reader takes. */
export function receiptRequest(request: Request, publicUrl: string | undefined): ReceiptRequest {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
  return {
    method: request.method === 'GET' ? 'GET' : 'POST',
    path: request.originalUrl,
    origins: originsOf(headers, publicUrl),
    query: new URLSearchParams(request.originalUrl.split('?')[1] ?? ''),
    headers,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/**
 * Returns the origins that the provider may have called: from the settings, from a proxy's headers, from the request. A
 * sender that forges these headers still has to sign.
 */
function originsOf(headers: Record<string, string>, publicUrl: string | undefined): string[] {
  const first = (name: string): string | undefined => headers[name]?.split(',')[0]?.trim();
  const hosts = [first('x-forwarded-host'), headers.host].filter((host) => host !== undefined);
  const schemes = [first('x-forwarded-proto'), 'https', 'http'].filter((scheme) => scheme !== undefined);
  const seen = hosts.flatMap((host) => schemes.map((scheme) => `${scheme}://${host}`));
  return [...new Set([...(publicUrl === undefined ? [] : [publicUrl]), ...seen])];
}
