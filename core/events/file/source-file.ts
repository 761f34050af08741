/** A file of a push. */
export interface SourceFile {
  name: string;
  content: string;
}
