import { encodedLength } from './queryLength.ts'
import { filterText } from './toFilter.ts'

/**
 * Filters that together find the records of the ids, each for at most `batch` of them and no longer than `room` bytes in a query.
 * An id that fits into none is left out: no record has one that long.
 */
export function idFilters(ids: readonly string[], batch: number, room: number): string[] {
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
    if (added > room) continue
    if (parts.length === batch || length + added > room) close()
    parts.push(part)
    length += added
  }
  close()
  return filters
}
