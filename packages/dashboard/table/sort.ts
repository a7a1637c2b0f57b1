/** A sort key. Addresses and requests contain it as `-created`, `title` or `+title`. */
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

/** Returns the sort of the address. If it is missing or invalid: newest first, or none if `created` is not sortable. */
export function effectiveSort(text: string | undefined, sortable: readonly string[]): SortKey[] {
  const keys = parseSort(text ?? '')
  if (keys.length > 0 && keys.every(key => sortable.includes(key.name))) return keys
  return sortable.includes('created') ? [{ name: 'created', descending: true }] : []
}

/** Returns the sort after a click on a column header: first descending, then reversed. */
export function toggleSort(keys: readonly SortKey[], name: string): SortKey[] {
  const [first] = keys
  return [{ name, descending: first?.name === name ? !first.descending : true }]
}
