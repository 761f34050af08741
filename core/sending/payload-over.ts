type Payload = Record<string, unknown>;

/** Returns a payload with the keys of a recipient's own one in place of the same keys of the shared one (RECIPIENT-18). */
export const payloadOver = (shared: Payload = {}, own: Payload = {}): Payload => ({ ...shared, ...own });
