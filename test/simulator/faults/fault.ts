/** A fault that is put into the service's code as it is loaded, to see whether the simulator finds it. */
export interface Fault {
  name: string;
  /** What the code does wrong with it. */
  what: string;
  file: string;
  /** Text that the file has once, and what replaces it. */
  from: string;
  to: string;
}

/** Returns source text with a fault in it. Throws if the text does not have the fault's place exactly once. */
export function withFault(text: string, { name, file, from, to }: Fault): string {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`the fault ${name} does not fit ${file}: its place is there ${parts.length - 1} times`);
  return parts.join(to);
}
