/** Draws the notices. It is a file, so that the first load has only what collects them. */
export { Notifications as default } from '@mantine/notifications';
