import type mongoose from 'mongoose';
import { insertMany } from '../insert';
import { schemaOf } from '../schema';

/** A row of a file, as it was sent. */
export interface ImportRow {
  /** Its first line in the file, from 1. */
  line: number;
  /** Null: it is longer than allowed, and was not kept. */
  bytes: Buffer | null;
}

/** Rows of a file that were not processed yet. */
interface ImportPage {
  /** Import and number of the page. */
  _id: string;
  importId: string;
  lines: number[];
  /** Bytes of each row; -1: it was not kept. */
  sizes: number[];
  bytes: Buffer;
}

/** A row that was not imported. It has no data of the row. */
export interface ImportReject {
  /** Import and line, so that a repeated page adds nothing. */
  _id: string;
  importId: string;
  line: number;
  code: string;
  field: string | null;
  message: string;
}

const pageSchema = schemaOf<ImportPage>('topicimportpages', {
  _id: { type: String, required: true },
  importId: { type: String, required: true },
  lines: { type: [Number], required: true },
  sizes: { type: [Number], required: true },
  bytes: { type: Buffer, required: true },
});
// All that is left of an import.
pageSchema.index({ importId: 1 });

const rejectSchema = schemaOf<ImportReject>('topicimportrejects', {
  _id: { type: String, required: true },
  importId: { type: String, required: true },
  line: { type: Number, required: true },
  code: { type: String, required: true },
  field: { type: String, default: null },
  message: { type: String, required: true },
});
// The rejects of an import, in the order of lines.
rejectSchema.index({ importId: 1, line: 1 });

const idOf = (importId: string, number: number): string => `${importId}:${number}`;

export type ImportRowStore = ReturnType<typeof createImportRowStore>;

/** The rows of imports: those that wait, and those that were rejected. */
export function createImportRowStore(connection: mongoose.Connection) {
  const pages = connection.model<ImportPage>('TopicImportPage', pageSchema);
  const rejects = connection.model<ImportReject>('TopicImportReject', rejectSchema);
  return {
    addPage: async (importId: string, page: number, rows: readonly ImportRow[]): Promise<void> => {
      const document = {
        ...{ _id: idOf(importId, page), importId },
        lines: rows.map(({ line }) => line),
        sizes: rows.map(({ bytes }) => bytes?.length ?? -1),
        bytes: Buffer.concat(rows.flatMap(({ bytes }) => bytes ?? [])),
      };
      await pages.insertMany([document], { lean: true });
    },
    /** Returns the rows of a page. Null: it was processed. */
    page: async (importId: string, page: number): Promise<ImportRow[] | null> => {
      const found = await pages
        .findById(idOf(importId, page))
        .lean<Omit<ImportPage, 'bytes'> & { bytes: { buffer: Buffer } }>()
        .exec();
      if (!found) return null;
      const all = Buffer.from(found.bytes.buffer);
      let from = 0;
      return found.lines.map((line, index) => {
        const size = found.sizes[index] ?? -1;
        if (size < 0) return { line, bytes: null };
        from += size;
        return { line, bytes: all.subarray(from - size, from) };
      });
    },
    removePage: async (importId: string, page: number): Promise<void> => {
      await pages.deleteOne({ _id: idOf(importId, page) });
    },
    /** Adds rejects. Those that exist stay as they are. */
    reject: async (
      importId: string,
      found: readonly Omit<ImportReject, '_id' | 'importId'>[],
    ): Promise<void> => {
      if (found.length === 0) return;
      await insertMany(
        rejects,
        found.map((one) => ({ _id: idOf(importId, one.line), importId, ...one })),
      );
    },
    /** Returns rejects in the order of lines. */
    rejects: (
      importId: string,
      { after, limit }: { after: number; limit: number },
    ): Promise<ImportReject[]> =>
      rejects
        .find({ importId, line: { $gt: after } })
        .sort({ line: 1 })
        .limit(limit)
        .lean<ImportReject[]>()
        .exec(),
    /** Removes the rows that wait. */
    removePages: async (importId: string): Promise<void> => {
      await pages.deleteMany({ importId });
    },
    /** Removes all rows of an import. */
    removeOf: async (importId: string): Promise<void> => {
      await pages.deleteMany({ importId });
      await rejects.deleteMany({ importId });
    },
  };
}
