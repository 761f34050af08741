import { z } from 'zod';
import { ENVIRONMENTS } from '../../core/shared/channels';

/** Path parameters, by the name that paths have for them. A route may describe one otherwise. */
const PARAMETERS: Readonly<Record<string, z.ZodType>> = {
  app: z.string().describe('Id or name of the application.'),
  environment: z.enum(ENVIRONMENTS),
  name: z.string().describe('Name of the event.'),
  version: z.string().describe('Number of the version.'),
  identifier: z
    .string()
    .describe('A uuid, an external id, an e-mail address, a phone number or a Slack member id, URL-encoded.'),
  id: z.string(),
};

/** Returns the schema of a path's parameters. Undefined if it has none. */
export function parametersOf(
  path: string,
  own: Readonly<Record<string, z.ZodType>> = {},
): z.ZodObject | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  const schemaOf = (name: string): z.ZodType => own[name] ?? PARAMETERS[name] ?? z.string();
  return z.object(Object.fromEntries(names.map((name) => [name, schemaOf(name)])));
}
