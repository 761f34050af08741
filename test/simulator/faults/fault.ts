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
