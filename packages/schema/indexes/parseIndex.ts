import { splitSql } from '../sql/splitSql.ts'

export interface IndexColumn {
  /** A column name or an expression. */
  name: string
  /** A collation such as `NOCASE`; '' for the column's own. */
  collate: string
  sort: 'ASC' | 'DESC' | ''
}

/** The parts of a `CREATE INDEX` statement. */
export interface IndexDefinition {
  isUnique: boolean
  /** Whether the statement has IF NOT EXISTS. */
  isOptional: boolean
  /** The schema prefix of the name; '' for none. */
  schema: string
  name: string
  table: string
  columns: IndexColumn[]
  /** The condition of a partial index; '' for none. */
  where: string
}

const head = /create\s+(?:(unique)\s+)?index\s*(?:(if\s+not\s+exists)\s+)?(\S+)\s+on\s+(\S+?)\s*\(/i
const around = new Set('`"\'[]\r\n\t\f\v ')

function trimName(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && around.has(text[start] as string)) start++
  while (end > start && around.has(text[end - 1] as string)) end--
  return text.slice(start, end)
}

/** Splits text before its last word. The first part is '' for a single word. */
function beforeLastWord(text: string): [string, string] {
  let start = text.length
  while (start > 0 && (text[start - 1] as string).trim() !== '') start--
  return [text.slice(0, start).trimEnd(), text.slice(start)]
}

function splitOrNothing(text: string, at: string): string[] {
  try {
    return splitSql(text, { at })
  } catch {
    return []
  }
}

function parseColumn(text: string): IndexColumn[] {
  let rest = text.trim()
  let sort: IndexColumn['sort'] = ''
  const [beforeSort, order] = beforeLastWord(rest)
  if (beforeSort !== '' && /^(asc|desc)$/i.test(order)) {
    sort = order.toUpperCase() as 'ASC' | 'DESC'
    rest = beforeSort
  }
  let collate = ''
  const [beforeCollation, collation] = beforeLastWord(rest)
  const [beforeWord, word] = beforeLastWord(beforeCollation)
  if (beforeWord !== '' && word.toLowerCase() === 'collate' && /^\w+$/.test(collation)) {
    collate = collation
    rest = beforeWord
  }
  const name = trimName(rest)
  return name === '' ? [] : [{ name, collate, sort }]
}

/** Parses a `CREATE INDEX` statement; undefined if the index name, the table or the columns are missing. */
export function parseIndex(statement: string): IndexDefinition | undefined {
  const end = statement.lastIndexOf(')')
  const found = head.exec(statement.slice(0, Math.max(end, 0)))
  if (!found) return undefined
  const [start, unique, optional, fullName = '', table = ''] = found
  const names = splitOrNothing(fullName, '.').map(trimName)
  const index: IndexDefinition = {
    isUnique: unique !== undefined,
    isOptional: optional !== undefined,
    schema: names.length === 2 ? (names[0] ?? '') : '',
    name: (names.length === 2 ? names[1] : names[0]) ?? '',
    table: trimName(table),
    columns: splitOrNothing(statement.slice(found.index + start.length, end), ',').flatMap(parseColumn),
    where: /^\s*where\s(.*)$/is.exec(statement.slice(end + 1))?.[1]?.trim() ?? '',
  }
  return index.name !== '' && index.table !== '' && index.columns.length > 0 ? index : undefined
}
