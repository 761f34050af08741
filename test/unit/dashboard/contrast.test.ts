import { DEFAULT_THEME, isLightColor, luminance } from '@mantine/core';
import { theme } from '../../../dashboard/src/theme';

/** The least of WCAG 2.2, 1.4.3. */
const LEAST = 4.5;
/** What `primaryShade` and the pages name. */
const SHADES = [8, 9] as const;

const contrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

test.each(Object.keys(DEFAULT_THEME.colors))('text on %s can be read', (name) => {
  for (const shade of SHADES) {
    const color = DEFAULT_THEME.colors[name]?.[shade] ?? '';
    const text = isLightColor(color, theme.luminanceThreshold) ? 0 : 1;
    expect({ shade, isEnough: contrast(luminance(color), text) >= LEAST }).toEqual({ shade, isEnough: true });
  }
});
