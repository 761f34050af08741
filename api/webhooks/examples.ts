import { WEBHOOK_EVENT_TYPES } from '../../core/webhooks/event';

/** An endpoint that was just made. */
export const CREATED = {
  uuid: '9a0f5f0e-8b1a-4c36-9d52-7e0f4a3c8b11',
  url: 'https://shop.example.com/hooks/deliveries',
  enabled_events: [...WEBHOOK_EVENT_TYPES],
  is_active: true,
  description: 'Order system',
  created_at: '2026-11-21T14:51:24.081Z',
};
export const SHOWN = { ...CREATED, updated_at: '2026-11-21T14:51:24.081Z' };
export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
