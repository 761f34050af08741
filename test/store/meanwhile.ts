import type mongoose from 'mongoose';

type Operation = 'bulkWrite' | 'deleteOne' | 'findById' | 'findOneAndUpdate' | 'insertMany' | 'updateOne';

type Target = Record<Operation, (...args: unknown[]) => unknown>;

interface Runnable {
  exec(): Promise<unknown>;
}

/**
 * Has something happen once, right before the model's next operation of this kind reaches the database or right after its
 * answer: what another process does at that moment.
 */
export function meanwhile<T>(
  model: mongoose.Model<T>,
  [when, operation]: ['before' | 'after', Operation],
  happening: () => Promise<unknown>,
): void {
  // Some operations of every send go to the driver without Mongoose, and Mongoose calls the driver's collection as well.
  const isDirect = operation === 'findOneAndUpdate' || operation === 'updateOne';
  const target = (isDirect ? model.collection : model) as unknown as Target;
  const around = async (run: () => Promise<unknown>): Promise<unknown> => {
    if (when === 'before') await happening();
    const answer = await run();
    if (when === 'after') await happening();
    return answer;
  };
  const original = target[operation].bind(target);
  const spy = jest.spyOn(target, operation).mockImplementation((...args) => {
    spy.mockRestore();
    if (isDirect || operation === 'insertMany' || operation === 'bulkWrite')
      return around(() => original(...args) as Promise<unknown>);
    const query = original(...args) as Runnable;
    const run = query.exec.bind(query);
    query.exec = () => around(run);
    return query;
  });
}
