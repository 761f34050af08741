/** A file that goes with an e-mail; one of `content`, `url` and `storage` is set. */
export interface Attachment {
  filename: string;
  contentType?: string;
  /** Base64. */
  content?: string;
  /** Fetched when the message is sent. */
  url?: string;
  /** Path in the application's folder of the store. Read when the message is sent. */
  storage?: string;
  /** The HTML shows the file as `cid:<contentId>`. */
  contentId?: string;
}
