import { temporal } from '@temporalio/proto';

type History = temporal.api.history.v1.IHistory;

/** Everything that a history stores, payloads decoded: what an operator, or a leak, would read. */
export function historyText(history: History): string {
  const plain = temporal.api.history.v1.History.toObject(
    temporal.api.history.v1.History.fromObject(history),
    {
      bytes: Array,
    },
  ) as unknown;
  const texts: string[] = [];
  const todo: unknown[] = [plain];
  for (let item = todo.pop(); item !== undefined; item = todo.pop()) {
    if (typeof item === 'string') texts.push(item);
    if (typeof item !== 'object' || item === null) continue;
    if (Array.isArray(item) && item.length > 0 && item.every((one) => typeof one === 'number')) {
      texts.push(Buffer.from(item).toString('utf8'));
    } else
      todo.push(
        ...(Array.isArray(item) ? (item as unknown[]) : (Object.entries(item) as [string, unknown][]).flat()),
      );
  }
  return texts.join('\n');
}
