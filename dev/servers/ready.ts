import { Connection } from '@temporalio/client';
import mongoose from 'mongoose';

/** Whether a Temporal server answers and knows the namespace with these search attributes. */
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
    // The dev server registers them a moment after it began to answer.
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    return searchAttributes.every((name) => name in (customAttributes ?? {}));
  } catch {
    return false;
  } finally {
    await connection?.close();
  }
}

/** Whether a MongoDB server answers a ping. */
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
