/** Completion and validation of filters, in a chunk that is loaded when the user starts to type. */
export { completeFilter, findFilterProblems } from '@coffer/schema'
