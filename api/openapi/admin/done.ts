import { answer } from '../schemas/formats';

/** Answer of a route that has nothing else to say. */
export const done = answer('Done', {});
