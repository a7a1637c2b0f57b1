interface Cascade {
  /** Whether a record is deleted with the one it refers to. */
  isOn: boolean
  isMultiple: boolean
  /** The names of the two collections; '' for one without a name yet. */
  collection: string
  target: string
}

/** Describes what happens to a record when the record it refers to is deleted. */
export const cascadeHelp = ({ isOn, isMultiple, collection, target }: Cascade): string => {
  const gone = `When a ${named(target)} is deleted,`
  const own = `the ${named(collection, 'records')} that refer to it`
  if (!isOn) return `${gone} ${own} stay, without it.`
  return isMultiple ? `${gone} ${own} are deleted too, as soon as they refer to no other one.` : `${gone} ${own} are deleted too.`
}

const named = (name: string, noun = 'record'): string => (name === '' ? noun : `${name} ${noun}`)
