import type { CodeSuggestions } from '@coffer/ui'

const word = /[\p{L}_][\p{L}\p{N}_]*$/u
const words = [
  'CREATE',
  'UNIQUE',
  'INDEX',
  'IF NOT EXISTS',
  'ON',
  'WHERE',
  'COLLATE NOCASE',
  'ASC',
  'DESC',
  'AND',
  'OR',
  'NOT',
  'NULL',
  'IS',
]

/** Suggests the columns and keywords of an index statement that begin with the word before the caret. */
export function completeColumns(text: string, position: number, columns: readonly string[]): CodeSuggestions | undefined {
  const typed = word.exec(text.slice(0, position))?.[0] ?? ''
  if (typed === '') return undefined
  const low = typed.toLowerCase()
  const items = [...columns.map(label => ({ label, hint: 'column' })), ...words.map(label => ({ label }))].filter(({ label }) =>
    label.toLowerCase().startsWith(low),
  )
  // Suggests nothing if the word is already complete.
  if (items.some(({ label }) => label.toLowerCase() === low)) return undefined
  return { from: position - typed.length, to: position, items, isFirstMeant: true }
}
