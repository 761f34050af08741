import { type RandomService, playRound, seedsOr, startRandomService } from '../../support/random/round';

let service: RandomService;
beforeAll(async () => {
  service = await startRandomService();
});
afterAll(() => service.stop());

// At length, with an API that is killed too, in test/slow/sequences/random.slow.ts.
test.each(seedsOr([1]))(
  'random sequences through failing providers, receipts, cancels and a killed worker keep every promise (seed %d)',
  async (seed) => {
    await playRound(service, seed, {
      recipients: 20,
      kills: { worker: 1, api: 0 },
      hangs: false,
      atMostOnce: false,
      endsWithinMs: 120_000,
    });
  },
  240_000,
);
