import mongoose from 'mongoose';

/** The collection that the rate limiter counts in, one document per key; its fields are the library's. */
export const RATE_LIMITS = 'ratelimits';

const schema = new mongoose.Schema(
  { key: { type: String, required: true }, points: { type: Number }, expire: { type: Date } },
  { collection: RATE_LIMITS, versionKey: false },
);
schema.index({ key: 1 }, { unique: true });
schema.index({ expire: -1 }, { expireAfterSeconds: 0 });

/** Declares the collection's indexes, so that they are made with all others. */
export const declareRateLimits = (connection: mongoose.Connection): void => {
  connection.model('RateLimit', schema);
};
