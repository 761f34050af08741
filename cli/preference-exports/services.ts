import { customerIo } from './customer-io';
import { knock } from './knock';
import { novu } from './novu';
import type { Service } from './person';

/** The services whose exports are read, by their names in `--from`. */
export const SERVICES = { knock, novu, 'customer-io': customerIo } as const satisfies Record<string, Service>;

export type ServiceName = keyof typeof SERVICES;
