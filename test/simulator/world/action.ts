import type { IfOpen } from '../../../core/sending/reference';

/** What somebody outside the service does at a time, milliseconds from the beginning. */
export type Action = { at: number; id: number } & (
  | {
      kind: 'send';
      event: string;
      to: string[];
      key?: string;
      body: string;
      sendInMs?: number;
      reference?: string;
      ifOpen?: IfOpen;
      repeats: number[];
    }
  | { kind: 'cancel'; event: string; to: string }
  | { kind: 'erase'; to: string }
  | { kind: 'suppress' | 'lift' | 'unsubscribe'; to: string }
  | { kind: 'read' | 'read newest' }
  | { kind: 'signal'; event: string; to: string }
  | { kind: 'operate'; does: 'retry' | 'reopen' | 'cancel' | 'terminate' }
  | { kind: 'pace'; integration: string; perSecond: number | null }
  | { kind: 'deposed'; processes: string[]; forMs: number }
  | { kind: 'kill'; process: string; forMs: number }
  | { kind: 'pause'; process: string; forMs: number }
  | { kind: 'jump'; process: string; toMs: number }
  | {
      kind: 'database away' | 'election' | 'engine away' | 'provider down' | 'endpoint down';
      forMs: number;
      name?: string;
    }
);

/** Everything that a seed decides before a history begins. */
export interface WorldPlan {
  seed: number;
  /** The e-mail providers in the order of attempts. `keyed` recognizes a repeat by its key, `plain` does not. */
  providers: string[];
  quota: number;
  /** Messages a second of each integration; absent: no limit. */
  perSecond: Record<string, number>;
  /** The minute in which some events send nothing, after the beginning. */
  quietMinute: number;
  /** How often something goes wrong with one call, by kind. */
  rates: {
    database: number;
    /** Writes that are under way for seconds. */
    stall: number;
    /** Deaths and pauses of a process at the moment of one of its calls. */
    strike: number;
    /** Cancels while a claim is under way, and leases that are not renewed. */
    claim: number;
    /** Cancels that follow the response to a send at once. */
    hasty: number;
    engine: number;
    provider: number;
    receipt: number;
    endpoint: number;
    client: number;
  };
  /** How slow calls are: 1 as usual. */
  slowness: number;
  /** When all faults stop, milliseconds from the beginning. */
  faultsEndMs: number;
  actions: Action[];
}

export const PROCESSES = ['api-1', 'api-2', 'worker-1', 'worker-2'];

/** Adds an action to a plan. */
export type Add = (action: Omit<Action, 'id'>) => void;
