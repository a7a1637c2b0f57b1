/** What opens from the filter bar, in a piece that is loaded when somebody is about to. */
export { FilterHelp } from './FilterHelp.tsx'
export { RecentFilters } from './RecentFilters.tsx'
