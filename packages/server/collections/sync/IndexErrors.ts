import type { Issues } from '@coffer/schema'

/** Indexes that could not be built: for each its place in the collection's list, and why. */
export class IndexErrors extends Error {
  readonly issues: Issues

  constructor(messages: ReadonlyMap<number, string>) {
    super([...messages.values()].join('\n'))
    const issueOf = (message: string) => ({ code: 'validation_invalid_index_expression', message })
    const issues = [...messages].map(([place, message]): [string, Issues[string]] => [String(place), issueOf(message)])
    this.issues = { indexes: Object.fromEntries(issues) }
  }
}
