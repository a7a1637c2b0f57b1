/** The files of a draft, one or several: names of stored ones, and new ones. */
export const draftFiles = (value: unknown): (string | File)[] =>
  [value].flat().filter((item): item is string | File => (typeof item === 'string' ? item !== '' : item instanceof File))
