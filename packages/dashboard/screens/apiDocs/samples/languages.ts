/** Languages of the samples, in the order of the tabs. */
export const languages = [
  { id: 'javascript', label: 'JavaScript' },
  { id: 'dart', label: 'Dart' },
  { id: 'curl', label: 'curl' },
] as const

export type Language = (typeof languages)[number]['id']

/** Complete programs for one call, by language. */
export type Samples = Record<Language, string>
