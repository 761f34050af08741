import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { operation } from '../operation';
import { pushTokenRequest } from '../schemas/contact';
import { identifier, oneContact } from './contacts';

const shared = {
  tag: 'Contacts',
  parameters: { path: z.object({ identifier }) },
  body: { schema: pushTokenRequest, examples: { 'A device': { token: 'fcm-token-of-the-device' } } },
  answer: oneContact,
  errors: ['CONTACT_NOT_FOUND' as const],
};

/** Device tokens of a contact. */
export const pushTokenPaths: ZodOpenApiPathsObject = {
  '/v1/contacts/{identifier}/push-tokens': {
    post: operation({
      ...shared,
      id: 'addPushToken',
      summary: 'Add a device token to a contact',
      description: 'Adding one that is there is fine.',
    }),
    delete: operation({
      ...shared,
      id: 'removePushToken',
      summary: 'Remove a device token from a contact',
      description: 'Removing one that is not there is fine.',
    }),
  },
};
