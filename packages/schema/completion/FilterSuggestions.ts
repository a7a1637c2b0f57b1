/** Something that could be written. */
export interface FilterSuggestion {
  /** Shown, and written where `insert` is absent. */
  label: string
  /** A few words: what it is, or what it stands for. */
  hint: string
  insert?: string
  /** More has to follow, which may be suggested in its turn. */
  continues?: boolean
}

/** What could stand in place of the text between two UTF-16 offsets, best first. */
export interface FilterSuggestions {
  from: number
  to: number
  items: FilterSuggestion[]
  /** The first one is what is being typed, as far as can be told. */
  isFirstMeant: boolean
}
