/**
 * Thrown when a request fails after its commit began: notifications may exist, so an idempotency key stays reserved, and a
 * repeat finishes the request. `failure` is what the caller gets to know.
 */
export class Interrupted extends Error {
  override name = 'Interrupted';

  constructor(readonly failure: unknown) {
    super('A request was interrupted after its commit began.', { cause: failure });
  }
}
