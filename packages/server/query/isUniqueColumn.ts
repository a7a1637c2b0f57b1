import type { Collection } from '@coffer/schema'

const name = '(`[^`]*`|"[^"]*"|\\[[^\\]]*\\]|\'[^\']*\'|\\w+)'
const uniqueIndex = new RegExp(
  `^\\s*create\\s+unique\\s+index\\s.*?\\son\\s+(?:${name}\\s*\\.\\s*)?${name}\\s*\\(\\s*${name}(?:\\s+collate\\s+\\S+?)?(?:\\s+(?:asc|desc))?\\s*\\)\\s*(where\\s)?`,
  'is',
)

const withoutQuotes = (quoted: string) => quoted.replace(/^[`"['](.*)[`"'\]]$/s, '$1')

/**
 * Whether a collection has a unique index of exactly this column: always, or only for the rows that the index's own condition
 * takes in.
 */
export const isUniqueColumn = (collection: Collection, column: string): 'always' | 'partly' | false => {
  const found = collection.indexes.flatMap(index => {
    const parts = uniqueIndex.exec(index)
    return parts && withoutQuotes(parts[3] ?? '').toLowerCase() === column.toLowerCase() ? [parts[4] ? 'partly' : 'always'] : []
  })
  if (found.length === 0) return false
  return found.includes('always') ? 'always' : 'partly'
}
