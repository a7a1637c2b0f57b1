/** JSON that can be read as text, or as a value if fields are picked or the response is indented. */
export abstract class JsonSource {
  /** Approximate length of the text in characters. */
  abstract get length(): number
  /** Number of records. */
  get records(): number {
    return 1
  }
  /** Returns escaped JSON without a final line break. */
  abstract text(): string
  /** Returns the text in parts. Texts that other responses are likely to contain are separate parts. */
  parts(): string[] {
    return [this.text()]
  }
  abstract value(): unknown
}
