import { ApiError } from '../http/api-error';

/**
 * Keeps what is being read of the callbacks of one integration below `most` bytes: who knows its address need not be the
 * provider, and that shows only in a whole body. Past it a callback is 503, and the provider's repeat is taken.
 */
export function createBodyBudget() {
  const taken = new Map<string, number>();
  return async <T>(
    { id, bytes, most }: { id: string; bytes: number; most: number },
    read: () => Promise<T>,
  ): Promise<T> => {
    const sum = (taken.get(id) ?? 0) + bytes;
    if (sum > most) {
      const message = 'Too much is being sent to this address at once; try again.';
      throw new ApiError('UNAVAILABLE', message, {}, { 'Retry-After': '5' });
    }
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
