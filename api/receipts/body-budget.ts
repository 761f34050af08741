import { unavailable } from '../http/api-error';

/**
 * Limits the callback bodies of one integration that are read at once to `most` bytes. Anybody who knows the address can
 * send, and only a whole body shows who sent it. Beyond the limit a callback is answered with 503, and the provider
 * repeats it.
 */
export function createBodyBudget() {
  const taken = new Map<string, number>();
  return async <T>(
    { id, bytes, most }: { id: string; bytes: number; most: number },
    read: () => Promise<T>,
  ): Promise<T> => {
    const sum = (taken.get(id) ?? 0) + bytes;
    if (sum > most)
      throw unavailable('Too much data is being sent to this address at the same time. Try again.', 5);
    taken.set(id, sum);
    try {
      return await read();
    } finally {
      const left = (taken.get(id) ?? bytes) - bytes;
      if (left === 0) taken.delete(id);
      else taken.set(id, left);
    }
  };
}
