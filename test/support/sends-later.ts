import type { Stack } from './stack';

/** A `send_at` so many milliseconds from now. */
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** When the mail to an address arrived, milliseconds since 1970; NaN: none did. */
export const arrivedAt = ({ smtp }: Stack, to: string): number =>
  smtp.mails.find((mail) => mail.to.includes(to))?.at.getTime() ?? NaN;

export const cancel = ({ production }: Stack, event: string, to: string) =>
  production.post<{ success: boolean; cancelled: number }>(`/v1/cancel/${event}`, { to });

export const workflowStatus = async ({ temporal }: Stack, id: string): Promise<string> =>
  (await temporal.workflow.getHandle(id).describe()).status.name;
