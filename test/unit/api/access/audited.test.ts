import type { Response } from 'express';
import { audited } from '../../../../api/http/access/audit';
import { ApiError } from '../../../../api/http/api-error';

/** What a request with an audit record does, in order; `fails` is where it goes wrong. */
async function ran(fails: { begin?: Error; handler?: Error } = {}): Promise<unknown[]> {
  const done: unknown[] = [];
  const trail = {
    begin: (action: string) => {
      done.push(`begin ${action}`);
      return fails.begin ? Promise.reject(fails.begin) : Promise.resolve();
    },
    end: (...end: unknown[]) => Promise.resolve(void done.push(end)),
  };
  const handler = async (): Promise<void> => {
    done.push('change');
    await Promise.resolve();
    if (fails.handler) throw fails.handler;
  };
  const response = { locals: { trail } } as unknown as Response;
  await audited('application.update', response, handler).catch((error) => done.push(error));
  return done;
}

describe('a change over the admin routes', () => {
  it('has its record before it is made, and its outcome after', async () => {
    expect(await ran()).toEqual(['begin application.update', 'change', ['done', null]]);
  });

  it('is not made where its record cannot be written', async () => {
    const away = new Error('the database is away');
    expect(await ran({ begin: away })).toEqual(['begin application.update', away]);
  });

  it('that is refused or fails says so, and its caller is told as ever', async () => {
    const refusal = new ApiError('VALIDATION_ERROR', 'no');
    expect((await ran({ handler: refusal })).slice(2)).toEqual([['refused', 'VALIDATION_ERROR'], refusal]);
    const failure = new TypeError('broken');
    expect((await ran({ handler: failure })).slice(2)).toEqual([['failed', 'INTERNAL'], failure]);
  });
});
