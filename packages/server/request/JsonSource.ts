/** Something that can be answered as JSON text at once, or as a value where an answer is picked from or indented. */
export abstract class JsonSource {
  /** Escaped, without a final line break. */
  abstract text(): string
  abstract value(): unknown
}
