import type { Step } from '../events/definition';

/** Whether a notification is `waiting` in this step from the moment that it is reached. */
export function isWait(step: Step | undefined): boolean {
  switch (step?.type) {
    case 'wait':
    case 'wait_until':
    case 'digest':
      return true;
    case 'condition':
      return 'delivered' in step.if;
    default:
      return false;
  }
}
