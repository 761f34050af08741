import { percentile } from '../statistics';
import { type CpuTimes, cpuPerUnit, cpuTimes, residentMb } from '../process-facts';
import type { Report } from '../../dev/servers/report';
import { begin, type Broadcasting } from './one';

/** Parts of a broadcast after which memory is read. */
const PARTS = 4;
/** Within which time mails count as handed over at once, milliseconds. */
const SOON_MS = 10_000;

/** What a broadcast cost, and what it did. */
export interface MeasuredBroadcast {
  recipients: number;
  perSecond: number;
  /** Share of the mails that the SMTP server had within ten seconds. */
  shareIn10s: number;
  /** From the POST to a mail, milliseconds. */
  mailMs: { p50: number; p99: number };
  /** Processor time of each process for each recipient, milliseconds. */
  cpuMs: CpuTimes;
  /** Resident memory of the worker, MB: before, and after each quarter of the mails. */
  memoryMb: number[];
}

/** Sends a broadcast to the whole audience, and checks that each of it got one mail. */
export async function measureBroadcast(given: Broadcasting, report: Report): Promise<MeasuredBroadcast> {
  const { stack, audience } = given;
  const recipients = audience.contacts.size;
  const memoryMb = [await residentMb(stack.workerPid)];
  const before = await cpuTimes(stack.pids);
  const { beganAt: began, mails, mailedAt, ended } = await begin(given);
  const reading = setInterval(() => {
    if (mailedAt.length < (recipients * memoryMb.length) / PARTS || memoryMb.length >= PARTS) return;
    const part = memoryMb.push(NaN) - 1;
    void residentMb(stack.workerPid).then((mb) => (memoryMb[part] = mb));
    report(`${mailedAt.length} of ${recipients} mails`);
  }, 100);
  const broadcast = await ended().finally(() => clearInterval(reading));
  const after = await cpuTimes(stack.pids);
  memoryMb.push(await residentMb(stack.workerPid));
  const { sent, total } = broadcast.counted ?? {};
  if (sent !== recipients || total !== recipients)
    throw new Error(`of ${recipients} recipients were counted: ${JSON.stringify(broadcast.counted)}`);
  const wrong = [...audience.contacts.values()].filter((address) => mails.get(address) !== 1);
  if (wrong.length > 0)
    throw new Error(`${wrong.length} contacts, ${wrong[0]} for example, got no mail or several`);
  const end = Math.max(broadcast.endedAt?.getTime() ?? 0, ...mailedAt.slice(-1));
  const afterMs = mailedAt.map((at) => at - began);
  return {
    recipients,
    perSecond: (recipients / (end - began)) * 1000,
    mailMs: { p50: percentile(afterMs, 0.5), p99: percentile(afterMs, 0.99) },
    shareIn10s: afterMs.filter((ms) => ms <= SOON_MS).length / recipients,
    cpuMs: cpuPerUnit(before, after, recipients),
    memoryMb,
  };
}
