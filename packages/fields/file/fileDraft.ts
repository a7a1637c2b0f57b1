/** Returns files in the shape of the API: a single file or '', or a list if the field can have several. */
export function fileValue(items: readonly unknown[], isMultiple: boolean): unknown {
  return isMultiple ? [...items] : (items[0] ?? '')
}

/** Restores a stored file of a draft at its original position. */
export function restoreFile<Item>(items: readonly (Item | string)[], stored: readonly string[], name: string): (Item | string)[] {
  const later = new Set<Item | string>(stored.slice(stored.indexOf(name) + 1))
  const position = items.findIndex(item => later.has(item) || typeof item !== 'string')
  return position < 0 ? [...items, name] : items.toSpliced(position, 0, name)
}

/** Returns the rows of the form: stored files in order, including those marked for removal, then new ones. */
export function fileRows<Item>(items: readonly (Item | string)[], stored: readonly string[]): (Item | string)[] {
  return stored.filter(name => !items.includes(name)).reduce((rows, name) => restoreFile(rows, stored, name), [...items])
}

/** Explains that new files exceed the maximum number. */
export function describeLeftOut(count: number, limit: number): string {
  return `${count === 1 ? '1 file was' : `${count} files were`} left out: this field holds ${limit === 1 ? 'one file' : `at most ${limit} files`}.`
}
