/** Returns the files of a draft value as a list: names of stored files and new `File` objects. */
export const draftFiles = (value: unknown): (string | File)[] =>
  [value].flat().filter((item): item is string | File => (typeof item === 'string' ? item !== '' : item instanceof File))
