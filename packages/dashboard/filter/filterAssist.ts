/** What helps to write a filter, in a piece that is loaded when somebody begins to. */
export { completeFilter, findFilterProblems } from '@coffer/schema'
