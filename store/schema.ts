import mongoose from 'mongoose';

export const { Mixed } = mongoose.Schema.Types;

/** Returns the schema of a collection. A write of a field that it does not name fails. */
export const schemaOf = <T>(
  collection: string,
  fields: mongoose.SchemaDefinition<T>,
  options: { minimize?: false } = {},
): mongoose.Schema<T> =>
  new mongoose.Schema<T>(fields as mongoose.SchemaDefinition, {
    collection,
    versionKey: false,
    strict: 'throw',
    _id: false,
    id: false,
    ...options,
  });
