import { loadConfig } from './config';
import { createLog } from './log';
import { endWhenBroken, keepMemoryFlat, onStopSignal } from './process-lifecycle';
import { openResources, type ProcessResources } from './process-resources';

/** A part of the service that runs in a process: the API or the worker. */
export interface Role {
  /** Resolves after the role does its work, with what the process reports to its parent. Rejects if the role cannot start. */
  ready: Promise<object>;
  /** Rejects if the role fails later. */
  ended: Promise<void>;
  /** Takes no new work and finishes what runs. It may be called before `ready`. */
  stop: () => Promise<void>;
}

/** Errors that are printed without a stack. */
const FOR_OPERATORS = ['ConfigError', 'MissingSearchAttributesError', 'WorkflowImportError'];

/**
 * Runs a process of the service until a signal or an uncaught error ends it. `begin` starts its roles and returns them in the
 * order in which they stop. If one of them fails, the process ends with exit code 1.
 */
export function runProcess(name: string, begin: (resources: ProcessResources) => Promise<Role[]>): void {
  run(name, begin).catch(fail);
}

async function run(name: string, begin: (resources: ProcessResources) => Promise<Role[]>): Promise<void> {
  keepMemoryFlat();
  let stop = (): void => process.exit();
  onStopSignal(() => stop());
  const config = loadConfig();
  const log = createLog(name, config.LOG_LEVEL);
  endWhenBroken(log, () => stop());
  const resources = openResources(config, log);
  const roles = await begin(resources);
  const end = async (): Promise<void> => {
    for (const role of roles) await role.stop();
    await resources.close();
    process.exit();
  };
  stop = () => void end().catch(fail);
  const report = async (): Promise<void> => {
    const ready = await Promise.all(roles.map((role) => role.ready));
    process.send?.(Object.assign({ type: 'ready' }, ...ready));
  };
  await Promise.all([report(), ...roles.map((role) => role.ended)]);
}

function fail(error: unknown): void {
  const { name, code, port, message } = error as {
    name?: string;
    code?: string;
    port?: number;
    message?: string;
  };
  if (code === 'EADDRINUSE')
    console.error(
      `Port ${port} is in use: stop what uses it, or set API_PORT, API_SANDBOX_PORT, ADMIN_PORT or BOUNCE_PORT.`,
    );
  else console.error(name !== undefined && FOR_OPERATORS.includes(name) ? message : error);
  process.exit(1);
}
