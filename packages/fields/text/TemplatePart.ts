/** A part of a pattern from which texts are generated. */
export type TemplatePart =
  /** One of these characters. */
  | { kind: 'characters'; characters: readonly string[] }
  | { kind: 'sequence'; parts: readonly TemplatePart[] }
  | { kind: 'choice'; options: readonly TemplatePart[] }
  | { kind: 'repeat'; part: TemplatePart; min: number; max: number }
