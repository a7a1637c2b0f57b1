/** Something that can be answered as JSON text at once, or as a value where an answer is picked from or indented. */
export abstract class JsonSource {
  /** Escaped, without a final line break. */
  abstract text(): string
  /** The same in parts; what other answers are likely to hold as well is a part of its own. */
  parts(): string[] {
    return [this.text()]
  }
  abstract value(): unknown
}
