/** Something that can be answered as JSON text at once, or as a value where an answer is picked from or indented. */
export abstract class JsonSource {
  /** Roughly the number of characters of its text. */
  abstract get length(): number
  /** Number of records in it. */
  get records(): number {
    return 1
  }
  /** Escaped, without a final line break. */
  abstract text(): string
  /** The same in parts; what other answers are likely to hold as well is a part of its own. */
  parts(): string[] {
    return [this.text()]
  }
  abstract value(): unknown
}
