/** The value of a JSON field: its text as bytes, as in 0.22. In a response it is the JSON value. */
export class JsonBytes extends Array<number> {
  static override get [Symbol.species]() {
    return Array
  }

  static fromText(text: string): JsonBytes {
    const bytes = new JsonBytes()
    for (const byte of Buffer.from(text)) bytes.push(byte)
    return bytes
  }

  override toString(): string {
    return Buffer.from(this).toString('utf8')
  }

  toJSON(): unknown {
    const text = this.toString()
    return text === '' ? null : JSON.parse(text)
  }
}
