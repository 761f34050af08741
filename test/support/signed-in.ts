import { randomUUID } from 'node:crypto';
import type { AdminRole } from '../../core/access/admin-roles';
import { type Answer, HttpApi } from './http-api';

export interface OperatorView {
  id: string;
  email: string;
  name: string;
  role: AdminRole;
  has_password: boolean;
  link_expires_at: string | null;
  last_used_at: string | null;
}

export interface Invited {
  operator: OperatorView;
  link: string;
  mail: string;
}

/** Someone who signed in: each request has the cookie, and each change the token against forgery. */
export class SignedIn {
  constructor(
    readonly api: HttpApi,
    readonly cookie: string,
    readonly csrf: string,
  ) {}

  request<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const headers = { cookie: this.cookie, ...(method !== 'GET' && { 'x-csrf-token': this.csrf }) };
    return this.api.request<T>(method, path, body, headers);
  }
}

export async function inviteOperator(admin: HttpApi, role: AdminRole, more: object = {}): Promise<Invited> {
  const email = `${role}-${randomUUID().slice(0, 8)}@example.org`;
  const made = await admin.post<Invited>('/admin/v1/operators', {
    ...{ email, name: role, role, mail: false },
    ...more,
  });
  if (made.status !== 201) throw new Error(`the operator was refused: ${JSON.stringify(made.body)}`);
  return made.body;
}

export const tokenOf = (link: string): string => new URL(link).hash.replace('#signin=', '');

export const cookieOf = (answer: Answer<unknown>): string =>
  answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** Signs in by a link or a password. */
export async function signIn(admin: HttpApi, how: { token: string } | { email: string; password: string }) {
  const anyone = new HttpApi(admin.baseUrl);
  const path = `/admin/v1/session/${'token' in how ? 'link' : 'password'}`;
  const answer = await anyone.post<{ operator: OperatorView; csrf_token: string }>(path, how);
  return { answer, session: new SignedIn(anyone, cookieOf(answer), answer.body.csrf_token) };
}

/** A new operator who signed in. */
export async function operatorOf(
  admin: HttpApi,
  role: AdminRole,
): Promise<{ operator: OperatorView; session: SignedIn }> {
  const { operator, link } = await inviteOperator(admin, role);
  return { operator, session: (await signIn(admin, { token: tokenOf(link) })).session };
}
