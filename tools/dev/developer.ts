import type { AdminClient } from '../../cli/admin-client';
import { CliError } from '../../cli/errors';

const DEVELOPER = { email: 'developer@example.com', name: 'Developer', role: 'owner', mail: false } as const;

/** Makes the operator of this installation if there is none. Returns a link that signs in once, instead of a password. */
export async function linkOfDeveloper(admin: AdminClient): Promise<string> {
  try {
    const made = await admin.post('make an operator', '/admin/v1/operators', { body: DEVELOPER });
    return made.link;
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'OPERATOR_EXISTS') throw error;
  }
  const { operators } = await admin.get('list the operators', '/admin/v1/operators');
  const found = operators.find(({ email }) => email === DEVELOPER.email);
  const { link } = await admin.post('make a link that signs in', '/admin/v1/operators/{id}/link', {
    id: found?.id ?? '',
    body: { mail: false },
  });
  return link;
}
