import mongoose from 'mongoose';

/** The collection of the rate limiter, with one document per key. The library defines its fields. */
export const RATE_LIMITS = 'ratelimits';

const schema = new mongoose.Schema(
  { key: { type: String, required: true }, points: { type: Number }, expire: { type: Date } },
  { collection: RATE_LIMITS, versionKey: false },
);
schema.index({ key: 1 }, { unique: true });
schema.index({ expire: -1 }, { expireAfterSeconds: 0 });

/** Declares the collection's indexes, so that they are created with all others. */
export const declareRateLimits = (connection: mongoose.Connection): void => {
  connection.model('RateLimit', schema);
};
