interface Cascade {
  /** Whether a record goes with the one it refers to. */
  isOn: boolean
  isMultiple: boolean
  /** The names of the two collections; '' for one that has none yet. */
  collection: string
  target: string
}

/** What becomes of a record once what it refers to is deleted, in a sentence. */
export const cascadeHelp = ({ isOn, isMultiple, collection, target }: Cascade): string => {
  const gone = `When a ${named(target)} is deleted,`
  const own = `the ${named(collection, 'records')} that refer to it`
  if (!isOn) return `${gone} ${own} stay, without it.`
  return isMultiple ? `${gone} ${own} are deleted too, as soon as they refer to no other one.` : `${gone} ${own} are deleted too.`
}

const named = (name: string, noun = 'record'): string => (name === '' ? noun : `${name} ${noun}`)
