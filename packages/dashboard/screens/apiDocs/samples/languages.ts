/** The languages of the samples, in the order of their tabs. */
export const languages = [
  { id: 'javascript', label: 'JavaScript' },
  { id: 'dart', label: 'Dart' },
  { id: 'curl', label: 'curl' },
] as const

export type Language = (typeof languages)[number]['id']

/** One call in every language, as complete programs. */
export type Samples = Record<Language, string>
