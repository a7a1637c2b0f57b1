/** Files in the shape that the API answers with: one or none where the field holds a single file, else a list. */
export const fileValue = (items: readonly unknown[], isMultiple: boolean): unknown => (isMultiple ? [...items] : (items[0] ?? ''))

/** A draft with a stored file put back where it was among the stored ones. */
export const restoreFile = <Item>(
  items: readonly (Item | string)[],
  stored: readonly string[],
  name: string,
): (Item | string)[] => {
  const later = new Set<Item | string>(stored.slice(stored.indexOf(name) + 1))
  const position = items.findIndex(item => later.has(item) || typeof item !== 'string')
  return position < 0 ? [...items, name] : items.toSpliced(position, 0, name)
}

/** What a form shows: the stored files in their order, those marked for removal among them, then the new ones. */
export const fileRows = <Item>(items: readonly (Item | string)[], stored: readonly string[]): (Item | string)[] =>
  stored.filter(name => !items.includes(name)).reduce((rows, name) => restoreFile(rows, stored, name), [...items])

/** Why new files did not fit. */
export const leftOutText = (count: number, limit: number): string =>
  `${count === 1 ? '1 file was' : `${count} files were`} left out: this field holds ${limit === 1 ? 'one file' : `at most ${limit} files`}.`
