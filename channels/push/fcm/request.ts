import type { Alert } from '../alert';

/** Matches keys of `data` that FCM reserves (firebase.google.com/docs/reference/fcm/rest/v1/projects.messages). */
const RESERVED_KEY = /^(?:from$|message_type$|google|gcm)/;

/** Returns the first key of `data` that FCM would refuse. */
export const reservedKey = (data: Record<string, string>): string | undefined =>
  Object.keys(data).find((key) => RESERVED_KEY.test(key));

interface FcmMessageOptions {
  /** One device, or a topic to try an account. */
  target: { token: string } | { topic: string };
  alert: Alert;
  /** Our message id: on Android a repeat replaces the first. */
  id: string;
  ttlSeconds: number;
}

/**
 * Returns a message for every platform. High priority: an alert is for a person. What has no field of its own on a platform
 * (the link on Android and iOS) is in `data`.
 */
export function fcmMessage({ target, alert, id, ttlSeconds }: FcmMessageOptions) {
  const { title, body, image, link, badge, data } = alert;
  const expires = ttlSeconds === 0 ? 0 : Math.floor(Date.now() / 1000) + ttlSeconds;
  return {
    ...target,
    notification: { title, body, image },
    data,
    android: {
      priority: 'HIGH',
      ttl: `${ttlSeconds}s`,
      notification: { tag: id, default_sound: true, notification_count: badge },
    },
    apns: {
      headers: { 'apns-priority': '10', 'apns-expiration': String(expires) },
      payload: { aps: { sound: 'default', badge, ...(image !== undefined && { 'mutable-content': 1 }) } },
      ...(image !== undefined && { fcm_options: { image } }),
    },
    webpush: {
      headers: { TTL: String(ttlSeconds), Urgency: 'high' },
      ...(link !== undefined && { fcm_options: { link } }),
    },
  };
}
