import type { Issues } from '@coffer/schema'

/** Thrown when indexes cannot be built. Contains an issue for each, by its position in the collection's list. */
export class IndexErrors extends Error {
  readonly issues: Issues

  constructor(messages: ReadonlyMap<number, string>) {
    super([...messages.values()].join('\n'))
    const issueOf = (message: string) => ({ code: 'validation_invalid_index_expression', message })
    const issues = [...messages].map(([position, message]): [string, Issues[string]] => [String(position), issueOf(message)])
    this.issues = { indexes: Object.fromEntries(issues) }
  }
}
