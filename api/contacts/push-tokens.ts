import { pushTokenBody } from '../../core/schemas/contact';
import { route } from '../http/route';
import { addPushToken, removePushToken } from './change-push-tokens';
import { A_CONTACT, answerOf, ofOneContact, ONE_CONTACT } from './named';
import { contactAnswer } from './view';

const ofTokens = {
  ...ofOneContact,
  path: `${ONE_CONTACT}/push-tokens`,
  body: pushTokenBody
    .extend({ token: pushTokenBody.shape.token.describe('As the device got it from its push service.') })
    .meta({ id: 'PushTokenRequest' }),
  answer: contactAnswer,
  answered: 'The contact.',
  errors: ['CONTACT_NOT_FOUND'],
  examples: { body: { 'A device': { token: 'fcm-token-of-the-device' } }, answer: A_CONTACT },
} as const;

export const addToken = route({
  ...ofTokens,
  id: 'addPushToken',
  method: 'post',
  summary: 'Add a device token to a contact',
  description: 'Adding one that is there is fine.',
  handler: async ({ body: { token }, caller: { scope }, params: { identifier } }, { store }) =>
    answerOf(await addPushToken(store, scope, identifier, token)),
});

export const removeToken = route({
  ...ofTokens,
  id: 'removePushToken',
  method: 'delete',
  summary: 'Remove a device token from a contact',
  description: 'Removing one that is not there is fine.',
  handler: async ({ body: { token }, caller: { scope }, params: { identifier } }, { store }) =>
    answerOf(await removePushToken(store, scope, identifier, token)),
});
