// eslint-disable-next-line no-restricted-imports -- A new secret is chance, and no rule depends on its value.
export { randomBytes } from 'node:crypto';
