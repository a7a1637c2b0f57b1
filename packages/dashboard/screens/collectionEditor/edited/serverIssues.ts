import type { FieldErrors } from '../../../queries/connection/failure.ts'
import type { EditedCollection } from './EditedCollection.ts'
import { remainingIndexes } from './indexes.ts'

/** Returns the path of a field's issues, independent of its position: `fields.row3.options.maxSize`. */
export function fieldPath(key: string, part = ''): string {
  return `fields.${key}${part === '' ? '' : `.${part}`}`
}

export function indexPath(key: string): string {
  return `indexes.${key}`
}

/**
 * Converts the paths of server issues so that they stay valid when fields and indexes are moved or removed: positions in the sent
 * lists become row keys.
 */
export function issuesByKey(errors: FieldErrors, sent: EditedCollection): FieldErrors {
  const fields = sent.type === 'view' ? [] : sent.fields.filter(({ isRemoved }) => !isRemoved)
  const indexes = remainingIndexes(sent)
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [keyed(path), message]))

  function keyed(path: string): string {
    const [list, place, ...rest] = path.split('.')
    const row = (list === 'schema' ? fields : list === 'indexes' ? indexes : [])[Number(place)]
    if (row === undefined) return path
    return list === 'schema' ? fieldPath(row.key, rest.join('.')) : indexPath(row.key)
  }
}

/** Returns the first issue at or below a path. */
export function issueAt(errors: FieldErrors, path: string): string | undefined {
  const found = Object.keys(errors).find(each => each === path || each.startsWith(`${path}.`))
  return found === undefined ? undefined : errors[found]
}
