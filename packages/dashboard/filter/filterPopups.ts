/** Popups of the filter bar, in a chunk that is loaded when the pointer enters one of its buttons. */
export { FilterHelp } from './FilterHelp.tsx'
export { RecentFilters } from './RecentFilters.tsx'
