import { z } from 'zod';

export const alive = z.object({ status: z.literal('ok') });

const readiness = (mongodb: boolean) =>
  z.object({
    status: z.literal(mongodb ? 'ready' : 'not ready'),
    mongodb: z.literal(mongodb),
    temporal: z.boolean().describe('Sends are accepted without it and begin once it is back.'),
  });

export const ready = readiness(true);
export const notReady = readiness(false);
