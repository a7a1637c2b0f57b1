/** A suggested piece of text. */
export interface FilterSuggestion {
  /** The displayed text; also the inserted text if `insert` is absent. */
  label: string
  /** A short description, or the value that the name stands for. */
  hint: string
  insert?: string
  /** Whether more text must follow, so that the next suggestions can open at once. */
  continues?: boolean
}

/** Suggested replacements for the text between two UTF-16 offsets, best first. */
export interface FilterSuggestions {
  from: number
  to: number
  items: FilterSuggestion[]
  /** Whether the first suggestion probably completes what is being typed. */
  isFirstMeant: boolean
}
