import { type Stack, startStack } from '../stack';
import { type DashboardData, fillDashboard } from './data';
import { openAs, type Opened } from './open-page';

/** A service with something to show on each page, and the window of an owner. */
export interface FilledDashboard {
  stack: Stack;
  data: DashboardData;
  opened: Opened;
  stop(): Promise<void>;
}

/** Starts it. If that fails halfway, what has started is stopped. */
export async function startFilledDashboard(): Promise<FilledDashboard> {
  const stack = await startStack();
  const stops = [() => stack.stop()];
  const stop = async (): Promise<void> => {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
  };
  try {
    const data = await fillDashboard(stack);
    stops.push(() => data.receiver.stop());
    const opened = await openAs(stack, 'owner');
    stops.push(() => opened.close());
    return { stack, data, opened, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
