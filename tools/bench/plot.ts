import type { OpenLoop } from './open-loop';

const [WIDTH, HEIGHT] = [720, 400];
const MARGIN = { left: 64, right: 150, top: 40, bottom: 48 };
/** Colours that differ in brightness too, of the palette by Okabe and Ito. */
const COLOURS = ['#56b4e9', '#009e73', '#e69f00', '#d55e00'];
/** The percentiles under the axis, as shares. */
const TICKS = [0, 0.5, 0.9, 0.99];

/**
 * Returns the percentiles of each rate as an SVG: latency on a logarithmic axis over the share of sends that were no slower, where
 * each step to the right leaves out ten times fewer.
 */
export function plotOf(measured: OpenLoop[]): string {
  const all = measured.flatMap(({ latencyMs }) => latencyMs);
  const [low, high] = [
    10 ** Math.floor(Math.log10(all.reduce((a, b) => Math.min(a, b), Infinity))),
    10 ** Math.ceil(Math.log10(all.reduce((a, b) => Math.max(a, b), 1))),
  ];
  const most = Math.max(...measured.map(({ latencyMs }) => latencyMs.length));
  const [right, bottom] = [WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom];
  const x = (share: number): number =>
    MARGIN.left + ((right - MARGIN.left) * -Math.log10(1 - share)) / Math.log10(most);
  const y = (ms: number): number =>
    bottom - ((bottom - MARGIN.top) * Math.log10(ms / low)) / Math.log10(high / low);
  const place = (share: number, ms: number): string => `${x(share).toFixed(1)},${y(ms).toFixed(1)}`;

  const parts = [
    `<text x="${MARGIN.left}" y="22" font-size="14">POST to mail, by share of sends that were no slower</text>`,
  ];
  for (let ms = low; ms <= high; ms *= 10)
    parts.push(
      `<line x1="${MARGIN.left}" x2="${right}" y1="${y(ms)}" y2="${y(ms)}" stroke="#8884"/>`,
      `<text x="${MARGIN.left - 8}" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
    );
  for (const share of TICKS.filter((tick) => 1 - tick >= 1 / most))
    parts.push(
      `<line x1="${x(share)}" x2="${x(share)}" y1="${MARGIN.top}" y2="${bottom}" stroke="#8884"/>`,
      `<text x="${x(share)}" y="${bottom + 18}" text-anchor="middle">${share * 100} %</text>`,
    );
  for (const [index, { share, perSecond, latencyMs }] of measured.entries()) {
    const colour = COLOURS[index % COLOURS.length];
    const points = latencyMs.map((ms, at) => place(at / latencyMs.length, ms)).join(' ');
    parts.push(
      `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<line x1="${right + 12}" x2="${right + 32}" y1="${MARGIN.top + 14 + index * 20}" y2="${MARGIN.top + 14 + index * 20}" stroke="${colour}" stroke-width="3"/>`,
      `<text x="${right + 38}" y="${MARGIN.top + 18 + index * 20}">${share * 100} %, ${perSecond.toFixed(1)}/s</text>`,
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#555">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}
