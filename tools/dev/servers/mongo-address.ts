import { mongo } from 'mongoose';

/** What a member of a set, or a server by itself, says of its state. */
export interface Hello {
  isWritablePrimary?: boolean;
  secondary?: boolean;
  /** Name of its set. */
  setName?: string;
}

/** The hosts and the rest of a connection string. */
const PARTS = /^(mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?)([^/?]+)(\/[^?]*)?(?:\?(.*))?$/;
/** Options that name a set, or how its members are found. */
const OF_SETS = /^(replicaSet|directConnection|loadBalanced)=/i;

/** Returns the connection string with another database. */
export function withDatabase(uri: string, name: string): string {
  const [, start = '', hosts = '', , options] = PARTS.exec(uri) ?? [];
  return `${start}${hosts}/${name}${options ? `?${options}` : ''}`;
}

/** Returns the connection string of one server, which the driver uses whatever the server says of its set. */
export function directTo(uri: string, host: string): string {
  const [, start = '', , path = '/', options = ''] = PARTS.exec(uri) ?? [];
  const kept = options.split('&').filter((option) => option !== '' && !OF_SETS.test(option));
  return `${start}${host}${path}?${['directConnection=true', ...kept].join('&')}`;
}

/** Returns the host of a connection string that takes writes: the only one, or the primary of several. */
export async function primaryOf(uri: string): Promise<{ host: string; port: number }> {
  const { hosts } = new mongo.MongoClient(uri).options;
  const asked = hosts.map(async (address) => {
    if (hosts.length > 1 && !(await hello(directTo(uri, String(address)))).isWritablePrimary)
      throw new Error(`${String(address)} is no primary`);
    return { host: address.host ?? '', port: address.port ?? 27_017 };
  });
  return Promise.any(asked).catch(({ errors }: AggregateError) => {
    throw new Error(`no host takes writes: ${errors.map(String).join('; ')}`);
  });
}

/** Asks one server for its state. */
export async function hello(uri: string): Promise<Hello> {
  const client = new mongo.MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    return await client.db('admin').command({ hello: 1 });
  } finally {
    await client.close();
  }
}
