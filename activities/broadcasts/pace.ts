import pLimit from 'p-limit';
import { makeRoom } from './make-room';
import type { Others } from './steps';

/** Sends of a page at once, before any of them was slow. */
const FIRST_WINDOW = 16;
const MOST_AT_ONCE = 32;
/** The same if their provider takes several in one call. */
const MOST_TOGETHER = 100;
const LEAST_AT_ONCE = 2;
/** Outcomes that are judged together, unless a provider takes more in one call. */
const JUDGED = 20;
/** Share of them that may fail for the moment before the pace is halved. */
const TOLERATED = 0.2;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** Sends that are made ready while others are with their provider. */
const READY = 3;
/** Minimum time over which the speed is measured, milliseconds. */
const SPEED_MS = 500;
/** Part of an integration's rate that a broadcast uses. */
const RATE_SHARE = 0.7;

export type Pace = ReturnType<typeof createPace>;

/**
 * The pace of a broadcast in this process: at most `perSecond` recipients a second, and only so many at once as their providers
 * take. If more than a fifth of the answers say "not now" (429, 421, other 4xx of SMTP, timeouts), half as many are sent
 * at once, after a pause that doubles; each good answer then lets a little more through (additive increase, multiplicative
 * decrease, as in RFC 5681).
 */
export function createPace(perSecond: number | null, others: Others, now = () => performance.now()) {
  const limit = pLimit(FIRST_WINDOW);
  const room = makeRoom(others, now);
  let atOnce = FIRST_WINDOW;
  let judgedAtOnce = JUDGED;
  let judged = 0;
  let bad = 0;
  let pauseMs = FIRST_PAUSE_MS;
  let pausedUntil = 0;
  let most = MOST_AT_ONCE;
  let rate = perSecond;
  let speed = 0;
  let speedAt = now();
  let ended = 0;
  let allowance = perSecond === null ? Infinity : Math.max(1, perSecond / 4);
  let filledAt = now();
  const fill = (): void => {
    if (rate === null) return;
    const at = now();
    // No more than a second's worth is saved up.
    allowance = Math.min(Math.max(1, rate), allowance + ((at - filledAt) / 1000) * rate);
    filledAt = at;
  };
  const judge = (): void => {
    if (judged < judgedAtOnce && bad < judgedAtOnce / 2) return;
    if (bad / judged > TOLERATED) {
      atOnce = Math.max(LEAST_AT_ONCE, Math.floor(atOnce / 2));
      pausedUntil = now() + pauseMs;
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    } else pauseMs = FIRST_PAUSE_MS;
    judged = 0;
    bad = 0;
  };
  const applyWindow = (): void => {
    limit.concurrency = Math.floor(atOnce);
  };
  const halve = (): void => {
    atOnce = Math.max(LEAST_AT_ONCE, atOnce / 2);
    applyWindow();
  };
  /** Recipients a second that have been sent to lately. */
  const speedNow = (): number => {
    const ms = now() - speedAt;
    if (ms >= SPEED_MS) {
      speed = (ended / ms) * 1000;
      speedAt = now();
      ended = 0;
    }
    return speed;
  };
  return {
    /**
     * Most recipients that the next page may have, at least 1: no more than the rate allows now, and than are sent to in a second,
     * so that no claim grows old before its turn.
     */
    pageSize: (most: number): number => {
      fill();
      const isPausing = pauseMs > FIRST_PAUSE_MS;
      const ahead = isPausing ? Math.floor(atOnce) : Math.max(Math.floor(atOnce), Math.ceil(speedNow()));
      return Math.max(1, Math.min(room.pageSize(most), Math.floor(allowance), ahead));
    },
    /** When the next page may begin, milliseconds from now. */
    waitMs: (): number => {
      fill();
      const restMs = room.restMs(halve);
      const untilNext = rate === null || allowance >= 1 ? 0 : ((1 - allowance) / rate) * 1000;
      return Math.max(untilNext, pausedUntil - now(), restMs, 0);
    },
    /** Has no more sends at once than a provider takes, and a few that are made ready. */
    fit: (places: number): void => {
      most = Math.min(MOST_AT_ONCE, places + READY);
      atOnce = Math.min(atOnce, most);
      applyWindow();
    },
    /** Keeps below the rate of an integration, in whose queue recipients wait: a part of it stays for other sends. */
    keepBelow: (of: number | null): void => {
      if (of === null) return;
      const most = of * RATE_SHARE;
      if (rate !== null && rate <= most) return;
      fill();
      rate = most;
      allowance = Math.min(allowance, Math.max(1, most));
      filledAt = now();
    },
    /**
     * Lets more sends be under way, because their provider takes `together` in one call. As many outcomes are judged together: when one
     * call fails, they all do.
     */
    widen: (together: number): void => {
      most = Math.max(MOST_AT_ONCE, Math.min(MOST_TOGETHER, together));
      if (judgedAtOnce >= most) return;
      judgedAtOnce = most;
      if (pauseMs > FIRST_PAUSE_MS) return;
      atOnce = most;
      applyWindow();
    },
    /** Takes recipients of a page out of what the rate allows. */
    take: (recipients: number): void => {
      allowance -= recipients;
    },
    /** Runs a send when there is a place for it. `work` returns whether its provider takes no more for the moment. */
    run: (work: () => Promise<{ isBad: boolean }>): Promise<void> =>
      limit(async () => {
        const { isBad } = await work();
        ended += 1;
        judged += 1;
        if (isBad) bad += 1;
        else atOnce = Math.min(most, atOnce + 1 / atOnce);
        judge();
        applyWindow();
      }),
  };
}
