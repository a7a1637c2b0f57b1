/** One key of a sort as the address and the list request write it: `-created`, `title`, `+title`. */
export interface SortKey {
  name: string
  descending: boolean
}

export function parseSort(text: string): SortKey[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => ({ name: part.replace(/^[-+]/, '').trim(), descending: part.startsWith('-') }))
}

export function formatSort(keys: readonly SortKey[]): string {
  return keys.map(key => (key.descending ? '-' : '') + key.name).join(',')
}

/** The sort of the address; newest first where it is missing or names what cannot be sorted by, no sort where that is impossible. */
export function effectiveSort(text: string | undefined, sortable: readonly string[]): SortKey[] {
  const keys = parseSort(text ?? '')
  if (keys.length > 0 && keys.every(key => sortable.includes(key.name))) return keys
  return sortable.includes('created') ? [{ name: 'created', descending: true }] : []
}

/** What a press on a column's header makes of the sort: first descending, then the other way round. */
export function pressSort(keys: readonly SortKey[], name: string): SortKey[] {
  const [first] = keys
  return [{ name, descending: first?.name === name ? !first.descending : true }]
}
