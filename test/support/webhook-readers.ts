import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { verifyWebhook } from '../../client/src/index';
import type { ReceivedWebhook } from './webhook-receiver';

/** What each library, as it is published, and our client make of a request with this secret. */
export function readers({ headers, raw }: ReceivedWebhook, key: string): boolean[] {
  const given = headers as Record<string, string>;
  return [
    () => new StandardWebhook(key).verify(raw, given),
    () => new SvixWebhook(key).verify(raw, given),
    () => verifyWebhook(raw, given, key),
  ].map((verify) => {
    try {
      expect(verify()).toEqual(JSON.parse(raw));
      return true;
    } catch {
      return false;
    }
  });
}
export const ALL = [true, true, true];
export const NONE = [false, false, false];
