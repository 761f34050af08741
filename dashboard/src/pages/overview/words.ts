const COUNT = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export const countText = (count: number): string => COUNT.format(count);
export const shortCount = (count: number): string => SHORT.format(count);

/** Returns a share in per cent, such as "1.4 %". Null: there is nothing to compare with. */
export function shareText(part: number, whole: number): string | null {
  if (whole === 0) return null;
  const share = (100 * part) / whole;
  if (share > 0 && share < 0.1) return '< 0.1 %';
  return `${share >= 10 || share === 0 ? Math.round(share) : share.toFixed(1)} %`;
}

/** Returns a time in the unit that people say it in. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < 3_600_000) return `${(ms / 60_000).toFixed(ms < 600_000 ? 1 : 0)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}

/** Returns how a number changed since the range before; null if that had none. */
export function changeOf(now: number, before: number) {
  if (before === 0) return null;
  const share = Math.round((100 * (now - before)) / before);
  const size = `${COUNT.format(Math.abs(share))} %`;
  if (share === 0) return { arrow: '→', text: '0 %', words: 'As many as in the range before', isMore: false };
  const isMore = share > 0;
  return {
    ...{ arrow: isMore ? '↑' : '↓', text: size, isMore },
    words: `${size} ${isMore ? 'more' : 'fewer'} than the ${COUNT.format(before)} of the range before`,
  };
}
