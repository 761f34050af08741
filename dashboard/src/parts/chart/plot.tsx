import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { PERIOD_MS, type PlotProps, stacked, tickText } from './plot-data';

const HEIGHT = 220;
/** Least space between two marks of the axis of time, pixels. */
const TICK_SPACE = 70;

/** Draws values over time. It is as wide as its place, and has the colours of the scheme. */
export default function Plot(props: PlotProps) {
  const { times, by, kind, series, limit } = props;
  const scheme = useComputedColorScheme('light');
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const width = (): number => Math.max(100, element.clientWidth);
    const plot = new uPlot(optionsOf(latest.current, width()), dataOf(latest.current), element);
    plot.over.addEventListener('click', () => {
      const { idx } = plot.cursor;
      if (typeof idx === 'number') latest.current.pick?.(idx);
    });
    plot.over.addEventListener('mouseleave', () => latest.current.point(null));
    if (latest.current.pick) plot.over.style.cursor = 'pointer';
    const watch = new ResizeObserver(() => plot.setSize({ width: width(), height: HEIGHT }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [times, by, kind, series, limit, scheme]);
  return <div ref={place} style={{ minHeight: HEIGHT, minWidth: 0, overflow: 'hidden' }} />;
}

function dataOf({ times, kind, series, limit }: PlotProps): uPlot.AlignedData {
  const seconds = times.map((at) => at / 1000);
  // The highest bar is drawn first, and the lower ones over it.
  const values = kind === 'bars' ? stacked(series).reverse() : series.map((one) => [...one.values]);
  return [seconds, ...values, ...(limit === undefined ? [] : [times.map(() => limit)])];
}

/** Returns the powers of ten around the values, milliseconds. They are null if there is no value. */
function decadesOf(min: number | null, max: number | null): [number, number] {
  const from = Math.floor(Math.log10(min ?? 1));
  const to = Math.ceil(Math.log10(max ?? 1000));
  return [10 ** from, 10 ** Math.max(to, from + 1)];
}

/** Returns the powers of ten from one to another. */
const decadesBetween = (from: number, to: number): number[] => {
  const first = Math.round(Math.log10(from));
  const count = Math.round(Math.log10(to)) - first + 1;
  return Array.from({ length: count }, (_, index) => 10 ** (first + index));
};

function optionsOf(props: PlotProps, width: number): uPlot.Options {
  const { times, by, kind, series, format, limit } = props;
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const text = color('--dimmed-text');
  const grid = { stroke: color('--mantine-color-default-border'), width: 1 };
  const colors = series.map((one) => color(`--mantine-color-${one.color}-6`));
  const drawn = kind === 'bars' ? colors.toReversed() : colors;
  const first = (times[0] ?? 0) / 1000;
  const end = ((times.at(-1) ?? 0) + PERIOD_MS[by]) / 1000;
  const axis = { stroke: text, grid, ticks: { show: false }, font: '12px system-ui, sans-serif' };
  return {
    ...{ width, height: HEIGHT, padding: [8, 24, 0, 0] },
    legend: { show: false },
    cursor: {
      drag: { x: false, y: false },
      y: false,
      points: { show: kind === 'lines' },
      // A period is under the pointer from its begin to its end.
      dataIdx: (plot, _series, _nearest, x) => {
        const shown = plot.data[0];
        return Math.max(
          0,
          shown.findLastIndex((at) => at <= x),
        );
      },
    },
    hooks: { setCursor: [({ cursor: { idx } }) => props.point(typeof idx === 'number' ? idx : null)] },
    scales: {
      x: { time: true, range: [first, end] },
      y:
        kind === 'bars'
          ? { range: (_plot, _min, max) => [0, Math.max(4, max * 1.1)] }
          : { distr: 3, range: (_plot, min, max) => decadesOf(min, max) },
    },
    axes: [
      {
        ...axis,
        size: 30,
        space: TICK_SPACE,
        values: (_plot, marks) => marks.map((at) => tickText(at * 1000, by)),
      },
      {
        ...axis,
        size: 56,
        // uPlot would draw a line at each multiple, too.
        ...(kind === 'lines' && {
          splits: (_plot: uPlot, _axis: number, from: number, to: number) => decadesBetween(from, to),
          filter: (_plot: uPlot, marks: number[]) => marks,
        }),
        values: (_plot, marks) =>
          marks.map((mark) => (kind === 'bars' && !Number.isInteger(mark) ? '' : format(mark))),
      },
    ],
    series: [
      {},
      ...drawn.map((stroke): uPlot.Series =>
        kind === 'bars'
          ? {
              ...{ stroke, fill: stroke, width: 0, points: { show: false } },
              paths: uPlot.paths.bars?.({ size: [0.8, 48], align: 1 }),
            }
          : { ...{ stroke, width: 2 }, points: { size: 5, fill: stroke } },
      ),
      ...(limit === undefined
        ? []
        : [{ stroke: text, width: 1, dash: [6, 4], points: { show: false } } satisfies uPlot.Series]),
    ],
  };
}
