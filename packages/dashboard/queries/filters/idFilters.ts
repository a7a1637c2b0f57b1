import { encodedLength } from './queryLength.ts'
import { filterText } from './toFilter.ts'

/**
 * Returns filters that together find the records with the ids. Each contains at most `batch` ids and takes at most `maxBytes` in
 * a query string. Ids longer than that are left out: no record has one.
 */
export function idFilters(ids: readonly string[], batch: number, maxBytes: number): string[] {
  const filters: string[] = []
  let parts: string[] = []
  let length = 0
  const close = () => {
    if (parts.length > 0) filters.push(parts.join('||'))
    parts = []
    length = 0
  }
  for (const id of ids) {
    const part = `id=${filterText(id)}`
    const added = encodedLength(`${part}||`)
    if (added > maxBytes) continue
    if (parts.length === batch || length + added > maxBytes) close()
    parts.push(part)
    length += added
  }
  close()
  return filters
}
