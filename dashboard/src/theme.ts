import {
  createTheme,
  type CSSVariablesResolver,
  DEFAULT_THEME,
  Drawer,
  Loader,
  Modal,
  Notification,
  Textarea,
  TextInput,
} from '@mantine/core';

const CLOSE = { 'aria-label': 'Close' };

export const theme = createTheme({
  primaryColor: 'indigo',
  // Text on these shades has a contrast of at least 4.5 (WCAG 2.2, 1.4.3).
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  // Above it text on a colour is black. With Mantine's 0.3, white on orange has a contrast of 4.3.
  luminanceThreshold: 0.183,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontWeight: '650' },
  components: {
    // A name needs a role.
    Loader: Loader.extend({ defaultProps: { role: 'status' } }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps: CLOSE } }),
    // What people type has the direction of its first letter.
    TextInput: TextInput.extend({ defaultProps: { dir: 'auto' } }),
    Textarea: Textarea.extend({ defaultProps: { dir: 'auto' } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: CLOSE } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps: CLOSE } }),
  },
});

const QUIET = {
  '--mantine-color-dimmed': 'var(--dimmed-text)',
  '--mantine-color-placeholder': 'var(--dimmed-text)',
};

// A button under the pointer has the shade before or after its own, and keeps its text.
const HOVERED = Object.fromEntries(
  ['cyan', 'teal'].map((color) => [
    `--mantine-color-${color}-filled-hover`,
    `var(--mantine-color-${color}-7)`,
  ]),
);

/** Texts of badges and notes on their light backgrounds, and quieter texts, with the same contrast. */
export const variables: CSSVariablesResolver = () => {
  const light = Object.keys(DEFAULT_THEME.colors).map((color): [string, string] => [
    `--mantine-color-${color}-light-color`,
    `color-mix(in srgb, var(--mantine-color-${color}-9), black 30%)`,
  ]);
  return {
    variables: { ...QUIET, ...HOVERED },
    light: { ...QUIET, ...HOVERED, ...Object.fromEntries<string>(light) },
    dark: { ...QUIET, ...HOVERED },
  };
};
