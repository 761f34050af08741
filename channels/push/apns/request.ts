import type { Alert } from '../alert';

/** `aps` is Apple's own (developer.apple.com/documentation/usernotifications/generating-a-remote-notification). */
export const APPLES_KEY = 'aps';

/** Returns the payload: what is shown in `aps`, and what is for the app beside it. */
export function apnsPayload({ title, body, image, badge, data }: Alert): string {
  return JSON.stringify({
    ...data,
    ...(image !== undefined && { image }),
    [APPLES_KEY]: {
      alert: { title, body },
      sound: 'default',
      badge,
      // A notification service extension of the app fetches the picture.
      ...(image !== undefined && { 'mutable-content': 1 }),
    },
  });
}

/** Returns the headers (developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns). `id` is a UUID. */
export const apnsHeaders = (token: string, id: string, topic: string, ttlSeconds: number) => ({
  authorization: `bearer ${token}`,
  'content-type': 'application/json',
  'apns-id': id,
  'apns-topic': topic,
  'apns-push-type': 'alert',
  'apns-priority': '10',
  // 0: tried once and not kept.
  'apns-expiration': ttlSeconds === 0 ? '0' : String(Math.floor(Date.now() / 1000) + ttlSeconds),
});
