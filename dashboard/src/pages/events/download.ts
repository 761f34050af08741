/** Saves a text as a file of the reader's machine. */
export function download(name: string, content: string, type = 'application/yaml'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
