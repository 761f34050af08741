import { type ApiError, invalid } from '../../http/api-error';

/** Stands in the list of recipients for a line that has none. */
export class UnreadableLine {
  /** Not a field that fingerprints and notes of refusals would see. */
  readonly #error: ApiError;

  constructor(error: ApiError) {
    this.#error = error;
  }

  /** `words` are what the line must be. */
  static of(words: string): UnreadableLine {
    return new UnreadableLine(invalid('to', words));
  }

  /** Returns the result of reading the recipient at `path`. */
  readAt(path: string): { ok: false; field: string; message: string } {
    const { message, details } = this.#error;
    const field = details.field === undefined ? path : details.field.replace(/^to/, path);
    return { ok: false, field, message: message.startsWith('to') ? message.replace(/^to/, path) : message };
  }
}
