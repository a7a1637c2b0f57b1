import type { FieldErrors } from '../../../queries/connection/failure.ts'
import type { EditedCollection } from './EditedCollection.ts'
import { keptIndexes } from './indexes.ts'

/** The path of what is wrong with a field, whatever its place: `fields.row3.options.maxSize`. */
export const fieldPath = (key: string, part = ''): string => `fields.${key}${part === '' ? '' : `.${part}`}`

export const indexPath = (key: string): string => `indexes.${key}`

/**
 * Issues that the server found in what was sent, by paths that last while fields and indexes move or go: the places in the lists
 * that were sent become the keys of the rows.
 */
export function issuesByKey(errors: FieldErrors, sent: EditedCollection): FieldErrors {
  const fields = sent.type === 'view' ? [] : sent.fields.filter(({ isRemoved }) => !isRemoved)
  const indexes = keptIndexes(sent)
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [keyed(path), message]))

  function keyed(path: string): string {
    const [list, place, ...rest] = path.split('.')
    const row = (list === 'schema' ? fields : list === 'indexes' ? indexes : [])[Number(place)]
    if (row === undefined) return path
    return list === 'schema' ? fieldPath(row.key, rest.join('.')) : indexPath(row.key)
  }
}

/** What is wrong at a path or anywhere below it: the first that was found. */
export function issueAt(errors: FieldErrors, path: string): string | undefined {
  const found = Object.keys(errors).find(each => each === path || each.startsWith(`${path}.`))
  return found === undefined ? undefined : errors[found]
}
