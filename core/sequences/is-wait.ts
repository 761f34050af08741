import type { Step } from '../events/definition';

/** Returns whether a notification is `waiting` as soon as it reaches this step. */
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
