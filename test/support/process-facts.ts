import { readdirSync, readFileSync } from 'node:fs';

/** Elsewhere /proc does not tell what a process uses. */
export const testOnLinux = process.platform === 'linux' ? test : test.skip;

/** Number of descriptors that a process has open. */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Resident memory of a process, MB. */
export const residentMbOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
