import { randomUUID } from 'node:crypto';
import type { OutboundMessage, RenderedContent } from '../../../channels/provider';

export const NOTIFICATION_ID = '0191f3c0-0000-4000-8000-000000000002';
export const MESSAGE_ID = '0191f3c0-0000-5000-8000-000000000001';
const IDS = { id: MESSAGE_ID, notificationId: NOTIFICATION_ID, contactId: null };

/** A message to a phone. */
export const toPhone = (changes: Partial<OutboundMessage> = {}): OutboundMessage => ({
  ...IDS,
  to: '+15005550009',
  from: '+15005550006',
  content: { text: 'Your code is 123456' },
  ...changes,
});

/** A message to an address of a chat service; each has ids of its own. */
export const messageTo = (to: string, content: RenderedContent = { text: 'Hello' }): OutboundMessage => ({
  ...IDS,
  id: randomUUID(),
  to,
  content,
});

/** A message to a device. */
export const pushMessage = (to: string, content: RenderedContent = { text: 'Hello' }): OutboundMessage => ({
  ...IDS,
  to,
  content,
});

/** Every field that a push message can show. */
export const FULL: RenderedContent = {
  title: 'Your order',
  text: 'It is on its way – ✓',
  image: 'https://cdn.example.com/box.png',
  link: 'https://shop.example.com/orders/7',
  badge: 3,
  data: { order: '7' },
};

/** What the app gets of it. */
export const APP_DATA = {
  order: '7',
  link: 'https://shop.example.com/orders/7',
  heliograph_message_id: MESSAGE_ID,
  heliograph_notification_id: NOTIFICATION_ID,
};
