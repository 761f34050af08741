import { z } from 'zod';
import { defineProvider, type ProviderDefinition } from '../../../channels/definition';
import {
  callbackOf,
  callbackUrl,
  idsOf,
  readReference,
  receiptReference,
} from '../../../channels/receipts/reference';
import { receiptsAddress, withCallbackUrl } from '../../../channels/receipts/address';

const INTEGRATION = { id: '1a2b', provider: 'pigeon' };
const PUBLIC_URL = 'https://notify.example.com/heliograph';
const OURS = `${PUBLIC_URL}/receipts/pigeon/1a2b`;

const settings = z.strictObject({ token: z.string(), callback_url: callbackUrl() });
const reporting = defineProvider({
  name: 'pigeon',
  channels: ['sms'],
  settings,
  secrets: ['token'],
  open: () => {
    throw new Error('not opened here');
  },
  receipts: () => () => ({ kind: 'read', receipts: [] }),
});
const silent: ProviderDefinition = { ...reporting, receipts: undefined };
const without: ProviderDefinition = { ...reporting, settings: settings.omit({ callback_url: true }) };

const fill = (definition: ProviderDefinition, publicUrl?: string, set: Record<string, unknown> = {}) =>
  withCallbackUrl(definition, { token: 't', ...set }, INTEGRATION, { publicUrl });

describe('where providers report to', () => {
  it('is our public address, or the path alone where that is not known', () => {
    expect(receiptsAddress(INTEGRATION, PUBLIC_URL)).toBe(OURS);
    expect(receiptsAddress(INTEGRATION, undefined)).toBe('/receipts/pigeon/1a2b');
  });
});

describe('callback_url', () => {
  it('is our own address where the integration names none', () => {
    expect(fill(reporting, PUBLIC_URL)).toEqual({ token: 't', callback_url: OURS });
  });

  it('stays as the integration set it', () => {
    const callback_url = 'https://elsewhere.example.com/x';
    expect(fill(reporting, PUBLIC_URL, { callback_url })).toEqual({ token: 't', callback_url });
  });

  it.each([
    ['nobody has said how we are reached', reporting, undefined],
    ['our address is one that the setting does not take', reporting, 'http://notify.example.com'],
    ['the provider has no such setting', without, PUBLIC_URL],
    ['its callbacks are not read here', silent, PUBLIC_URL],
  ])('stays away where %s', (_case, definition, publicUrl) => {
    expect(fill(definition, publicUrl)).toEqual({ token: 't' });
  });
});

describe('which message a receipt is about', () => {
  const [id, notificationId] = [
    '0e5a6a5c-6a4c-4c5e-9d4e-2f1c1c1f7a11',
    '5f0f3c5e-3f0b-4f4c-8a55-0c8c0f1d2b3a',
  ];
  const message = { id, notificationId };
  const ids = { messageId: id, notificationId };

  it('is said by a text, or by the query of the address that is called', () => {
    expect(readReference(new URLSearchParams(receiptReference(message)))).toEqual(ids);
    expect(callbackOf('https://example.com/x?key=1&message_id=2', message)).toBe(
      `https://example.com/x?key=1&message_id=${id}&notification_id=${notificationId}`,
    );
    expect(callbackOf(undefined, message)).toBeUndefined();
  });

  it('names the attempt too, if the message belongs to one', () => {
    const attemptId = '9a0c1d2e-3f40-4152-8364-758697a8b9c0';
    const attempt = { ...message, attemptId };
    expect(readReference(new URLSearchParams(receiptReference(attempt)))).toEqual({ ...ids, attemptId });
    expect(callbackOf('https://example.com/x', attempt)).toBe(
      `https://example.com/x?notification_id=${notificationId}&message_id=${id}&attempt_id=${attemptId}`,
    );
    expect(idsOf(notificationId, id, 'x')).toEqual(ids);
    expect(idsOf(notificationId, id, [attemptId])).toEqual(ids);
  });

  it.each<[notificationId: unknown, messageId: unknown]>([
    [id, [notificationId]],
    [[id], notificationId],
    [id, null],
    [undefined, id],
    [id, 'x'],
    ['x', id],
  ])('is not known from %j and %j', (...given) => {
    expect(idsOf(...given)).toBeUndefined();
  });
});
