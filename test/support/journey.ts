import { eventually } from './eventually';
import type { HttpApi, NotificationView } from './http-api';

/** Waits until a notification has ended, and returns it. */
export const untilEnded = (api: HttpApi, id: string, timeoutMs?: number): Promise<NotificationView> =>
  eventually(
    `notification ${id} to end`,
    async () => {
      const view = await api.notification(id);
      // An API whose database is away for a moment answers 503.
      return typeof view.completed_at === 'string' && view;
    },
    timeoutMs,
  );

/** Waits until a notification has a status. */
export const untilStatus = (api: HttpApi, id: string, status: string): Promise<NotificationView> =>
  eventually(`notification ${id} to be ${status}`, async () => {
    const view = await api.notification(id);
    return view.status === status && view;
  });

let counter = 0;

/** A recipient that no other test uses. */
export const newAddress = (): string => `r${process.pid}-${Date.now()}-${(counter += 1)}@example.org`;
