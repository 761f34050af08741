const PAGE_BYTES = 64 * 1024;

const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
const NO_MAXIMUM = 0;
const HAS_MAXIMUM = 1;

/**
 * Loads a package and limits the memory of its WebAssembly, bytes. A call that needs more ends with an error. Without
 * this V8 allows 4 GB, which no limit of a thread's memory includes. The package must read its module while it is loaded,
 * by `new WebAssembly.Module`.
 */
export function loadBounded<T>(load: () => T, mostBytes: number): T {
  const { WebAssembly: engine } = globalThis as unknown as {
    WebAssembly: { Module: new (bytes: Uint8Array) => object };
  };
  const { Module } = engine;
  engine.Module = class extends Module {
    constructor(bytes: Uint8Array) {
      super(withMaximum(bytes, mostBytes / PAGE_BYTES));
    }
  };
  try {
    return load();
  } finally {
    engine.Module = Module;
  }
}

/** Returns the module with a maximum for its memory, in pages: https://webassembly.github.io/spec/core/binary/modules.html */
function withMaximum(module: Uint8Array, pages: number): Buffer {
  let at = HEADER_BYTES;
  while (at < module.length) {
    const [size, content] = numberAt(module, at + 1);
    if (module[at] === MEMORY_SECTION) {
      const [count, limits] = numberAt(module, content);
      if (count !== 1 || module[limits] !== NO_MAXIMUM) break;
      const least = module.subarray(limits + 1, content + size);
      const section = [1, HAS_MAXIMUM, ...least, ...bytesOf(pages)];
      return Buffer.concat([
        module.subarray(0, at + 1),
        Buffer.from([...bytesOf(section.length), ...section]),
        module.subarray(content + size),
      ]);
    }
    at = content + size;
  }
  throw new Error('this WebAssembly module does not define a memory without a maximum');
}

/** Reads an unsigned LEB128 number. Returns it and where it ends. */
function numberAt(bytes: Uint8Array, start: number): [number, number] {
  let value = 0;
  let at = start;
  for (; bytes[at]! >= 128; at += 1) value += (bytes[at]! - 128) * 128 ** (at - start);
  return [value + bytes[at]! * 128 ** (at - start), at + 1];
}

/** Writes a number as unsigned LEB128. */
const bytesOf = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...bytesOf(Math.floor(value / 128))];
