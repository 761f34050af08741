import type { AdminClient } from '../cli/admin-client';
import { CliError } from '../cli/errors';

const DEVELOPER = { email: 'developer@example.com', name: 'Developer', role: 'owner', mail: false };
const PATH = ['operators'];

/** Makes the operator of this installation if there is none. Returns a link that signs in once, instead of a password. */
export async function linkOfDeveloper(admin: AdminClient): Promise<string> {
  try {
    const made = await admin.request<{ link: string }>({
      doing: 'make an operator',
      ...{ method: 'POST', path: PATH, body: DEVELOPER },
    });
    return made.link;
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'OPERATOR_EXISTS') throw error;
  }
  const { operators } = await admin.request<{ operators: { id: string; email: string }[] }>({
    doing: 'list the operators',
    ...{ method: 'GET', path: PATH },
  });
  const found = operators.find(({ email }) => email === DEVELOPER.email);
  const { link } = await admin.request<{ link: string }>({
    doing: 'make a link that signs in',
    ...{ method: 'POST', path: [...PATH, found?.id ?? '', 'link'], body: { mail: false } },
  });
  return link;
}
