/** What is broken at the moment. */
export interface Outages {
  /** Whether faults may still happen. */
  faulty: boolean;
  database: boolean;
  election: boolean;
  engine: boolean;
  provider: boolean;
  endpoint: boolean;
}

export const noOutages = (): Outages => ({
  ...{ faulty: true, database: false, election: false, engine: false, provider: false, endpoint: false },
});
