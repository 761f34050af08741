/** An element of DER (ITU-T X.690): tag, length, content. */
export function whole(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  // Of two octets although one is enough, a length is no DER.
  if (length >= 128 && length < 256) size.splice(0, 2, 0x81);
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

export const sequence = (...parts: Buffer[]): Buffer => whole(0x30, ...parts);
export const bytes = (value: Buffer): Buffer => whole(0x04, value);
export const bits = (value: Buffer, unused = 0): Buffer => whole(0x03, Buffer.of(unused), value);
export const flag = (value: boolean): Buffer => whole(0x01, Buffer.of(value ? 0xff : 0));
export const text = (value: string): Buffer => whole(0x0c, Buffer.from(value));
/** Up to 32767. */
export const integer = (value: number): Buffer =>
  whole(0x02, value < 128 ? Buffer.of(value) : Buffer.of(value >> 8, value & 0xff));
/** An element whose type the context tells. */
export const contextual = (number: number, value: Buffer): Buffer => whole(0x80 + number, value);
/** A time before 2050. */
export const time = (at: Date): Buffer =>
  whole(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));

/** An object identifier, dotted. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const base128 = (value: number): number[] => {
    const low = value & 0x7f;
    return value < 128 ? [low] : [...base128(Math.floor(value / 128)).map((octet) => octet | 0x80), low];
  };
  return whole(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}
