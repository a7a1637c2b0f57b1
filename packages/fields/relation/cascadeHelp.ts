interface Cascade {
  /** Whether deleting the record that the field refers to deletes this record too. */
  isOn: boolean
  isMultiple: boolean
  /** The names of the two collections; '' for one without a name yet. */
  collection: string
  target: string
}

/** Describes what happens to a record when the record it refers to is deleted. */
export function cascadeHelp({ isOn, isMultiple, collection, target }: Cascade): string {
  const gone = `When a record${target === '' ? '' : ` of ${target}`} is deleted,`
  const own = `the ${collection === '' ? '' : `${collection} `}records that reference it`
  if (!isOn) return `${gone} ${own} are kept and the reference is cleared.`
  return `${gone} ${own} are deleted too${isMultiple ? ' once they reference nothing else' : ''}.`
}
