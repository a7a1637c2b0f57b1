/** Converts bytes as scripts give them: text, or numbers. */
export function toBytes(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.from(value)
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return Array.isArray(value) ? Buffer.from(value as number[]) : Buffer.from(String(value ?? ''))
}

/** Bytes as scripts read them: a list of numbers, in JSON as base64. */
export class Bytes extends Array<number> {
  static override get [Symbol.species]() {
    return Array
  }

  static fromBuffer(buffer: Uint8Array): Bytes {
    const bytes = new Bytes()
    for (const byte of buffer) bytes.push(byte)
    return bytes
  }

  toJSON(): string {
    return Buffer.from(this).toString('base64')
  }
}

/** Bytes that scripts read as a stream. */
export class Reader {
  readonly bytes: Buffer

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes)
  }

  get text(): string {
    return this.bytes.toString('utf8')
  }

  close(): void {}
}

/** Reads a stream as text, at most a number of bytes. */
export function readerToString(reader: Reader, max = reader.bytes.length): string {
  return reader.bytes.subarray(0, max).toString('utf8')
}
