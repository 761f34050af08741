import { Connection } from '@temporalio/client';
import mongoose from 'mongoose';

/** Returns whether a Temporal server responds and knows the namespace with these search attributes. */
export async function temporalAnswers(
  address: string,
  namespace: string,
  searchAttributes: readonly string[],
): Promise<boolean> {
  let connection: Connection | undefined;
  try {
    connection = await Connection.connect({ address, connectTimeout: 2_000 });
    const { workflowService, operatorService } = connection;
    await workflowService.describeNamespace({ namespace });
    if (searchAttributes.length === 0) return true;
    // The dev server registers them shortly after it begins to respond.
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    return searchAttributes.every((name) => name in (customAttributes ?? {}));
  } catch {
    return false;
  } finally {
    await connection?.close();
  }
}

/** Returns whether a MongoDB server answers a ping. */
export async function mongoAnswers(uri: string): Promise<boolean> {
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 1_000 });
  try {
    await client.db('admin').command({ ping: 1 });
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}
