import type { Payload, PayloadCodec } from '@temporalio/common';

/** Replaces every payload of a history by what the codec decodes it to. */
export async function decodeHistory(history: object, codec: PayloadCodec): Promise<void> {
  const places: { holder: Record<string, unknown>; key: string; payload: Payload }[] = [];
  const visit = (holder: object): void => {
    for (const [key, value] of Object.entries(holder) as [string, unknown][]) {
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
      if ('metadata' in value && 'data' in value)
        places.push({ holder: holder as Record<string, unknown>, key, payload: value as Payload });
      else visit(value);
    }
  };
  visit(history);
  const decoded = await codec.decode(places.map(({ payload }) => payload));
  places.forEach(({ holder, key }, index) => (holder[key] = decoded[index]));
}
