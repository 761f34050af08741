import { total } from '../process-facts';
import type { ManyResult, Part } from './many-result';

/** What was read at a part, in one line. */
export function partLine({
  reached,
  stored,
  perSecond,
  cpuMs,
  memoryMb,
  readMs,
  countMs,
  history,
}: Part): string {
  const cpu = ['api', 'worker', 'mongodb', 'temporal'].map(
    (name) => `${name} ${(cpuMs[name] ?? 0).toFixed(2)}`,
  );
  return [
    `${reached} reached, ${stored} stored: ${perSecond.toFixed(0)}/s, ${total(cpuMs).toFixed(2)} ms each (${cpu.join(', ')})`,
    `api ${memoryMb.api.toFixed(0)} MB, worker ${memoryMb.worker.toFixed(0)} MB, mongodb ${memoryMb.mongodb.toFixed(0)} MB`,
    `GET ${readMs.median.toFixed(0)} ms, at most ${readMs.longest.toFixed(0)} ms, count ${countMs.toFixed(0)} ms`,
    `history ${history.events} events, ${(history.bytes / 1000).toFixed(1)} kB`,
  ].join('; ');
}

/** The result as people read it. */
export function manyText({ machine, size, postMs, previewMs, parts }: ManyResult): string {
  return [
    `A broadcast to ${size} contacts; ${machine.cpus} cores, load ${machine.loadBefore.toFixed(1)} before`,
    `MongoDB: ${machine.mongodb}`,
    `POST ${postMs.toFixed(0)} ms; preview ${previewMs.map((ms) => ms.toFixed(0)).join(' ms before, ')} ms after`,
    ...parts.map(partLine),
  ].join('\n');
}
