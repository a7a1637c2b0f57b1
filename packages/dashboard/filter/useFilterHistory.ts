import { asTexts, useRemembered } from '../shell/browser/useRemembered.ts'

const maxFilters = 10

interface FilterHistory {
  /** Most recent first. */
  filters: readonly string[]
  add: (filter: string) => void
  remove: (filter: string) => void
}

/** Returns the recent filters of a list, stored in this browser. */
export function useFilterHistory(key: string): FilterHistory {
  const [filters, store] = useRemembered(`filterHistory.${key}`, asTexts)
  const without = (filter: string) => filters.filter(known => known !== filter)
  const save = (next: string[]) => store(next.length === 0 ? undefined : next)
  return {
    filters,
    add: filter => save([filter, ...without(filter)].slice(0, maxFilters)),
    remove: filter => filters.includes(filter) && save(without(filter)),
  }
}
