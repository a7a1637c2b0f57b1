/** Something that can be answered as JSON text at once, or as a value where an answer is picked from or indented. */
export abstract class JsonSource {
  /** Roughly how many characters the text has, at most some too few for each key. */
  abstract get length(): number
  /** How many records it is made of. */
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
