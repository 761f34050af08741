import mongoose from 'mongoose';

/** Everything that a database stores, as text: what a leak of it would show. */
export async function databaseText(uri: string): Promise<string> {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const collections = (await connection.db?.listCollections().toArray()) ?? [];
    const texts = await Promise.all(
      collections.map(async ({ name }) => {
        const documents = await connection.collection(name).find().toArray();
        return documents.map((document) => `${name}: ${JSON.stringify(document)}`);
      }),
    );
    return texts.flat().join('\n');
  } finally {
    await connection.close();
  }
}
