import type { OutboundMessage, RenderedContent } from '../../../channels/provider';

export const MESSAGE_ID = '5b8f2c7e-0d5a-5c1e-9a53-6f3c6e0c1d11';
export const NOTIFICATION_ID = '0b0b4f0e-3f5b-4f43-8d3c-0d3f8a5b7c22';

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

export const pushMessage = (to: string, content: RenderedContent = { text: 'Hello' }): OutboundMessage => ({
  id: MESSAGE_ID,
  notificationId: NOTIFICATION_ID,
  contactId: 'contact-1',
  to,
  content,
});
