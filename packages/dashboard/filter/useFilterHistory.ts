import { asTexts, useRemembered } from '../shell/browser/useRemembered.ts'

const most = 10

interface FilterHistory {
  /** The last used first. */
  filters: readonly string[]
  add: (filter: string) => void
  remove: (filter: string) => void
}

/** The last filters of a list, remembered in this browser. */
export function useFilterHistory(key: string): FilterHistory {
  const [filters, store] = useRemembered(`filterHistory.${key}`, asTexts)
  const without = (filter: string) => filters.filter(known => known !== filter)
  const keep = (next: string[]) => store(next.length === 0 ? undefined : next)
  return {
    filters,
    add: filter => keep([filter, ...without(filter)].slice(0, most)),
    remove: filter => filters.includes(filter) && keep(without(filter)),
  }
}
