/** Thrown when an extension cannot be used. The message names the file, and says what to do. */
export class ExtensionError extends Error {
  override readonly name = 'ExtensionError';
}
