/** A file that goes with an e-mail; either `content` or `url` is set. */
export interface Attachment {
  filename: string;
  contentType?: string;
  /** Base64. */
  content?: string;
  /** Fetched when the message is sent. */
  url?: string;
  /** The HTML shows the file as `cid:<contentId>`. */
  contentId?: string;
}
