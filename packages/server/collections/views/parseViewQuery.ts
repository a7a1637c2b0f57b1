import { splitSql } from '@coffer/schema'
import { stripComments } from './stripComments.ts'
import { ViewQueryError } from './ViewQueryError.ts'

/** A column or table of a query, and the name it goes by. */
export interface Identifier {
  original: string
  alias: string
}

export interface ParsedQuery {
  columns: Identifier[]
  tables: Identifier[]
}

// Signs that no query that SQLite takes has outside of quotes, so that they stand for words of SQL alone.
const join = '\u0001'
const discard = '\u0002'

/** A query in which words that begin a part are single signs; comments and superfluous space are gone. */
const simplify = (query: string): string =>
  stripComments(query)
    .replace(/[ \t\n\f\r]+/g, ' ')
    .replace(/ (inner join|outer join|left join|right join|join) /gi, ` ${join} `)
    .replace(/ (where|group by|having|order|limit|with) /gi, ` ${discard} `)

/** The texts of the lists behind `select`, `from` and joins. */
const collectLists = (query: string) => {
  const lists = { select: '', from: '', join: '' }
  let current: keyof typeof lists | undefined
  let isSkipping = false
  for (const token of splitSql(simplify(query), { at: ', \n\t', keep: true })) {
    const word = token.trim().toLowerCase()
    if (word === 'select' || word === 'from') {
      current = word
      isSkipping = false
    } else if (word === join) {
      if (current === 'join') lists.join += ','
      current = 'join'
      isSkipping = false
    } else if (word === discard || (word === 'on' && current === 'join')) isSkipping = true
    else if (word !== 'distinct' && current && !isSkipping) lists[current] += ` ${token}`
  }
  return lists
}

const trimSigns = (text: string, signs: string): string => {
  let start = 0
  let end = text.length
  while (start < end && signs.includes(text[start] as string)) start++
  while (end > start && signs.includes(text[end - 1] as string)) end--
  return text.slice(start, end)
}

const trimParts = (name: string, signs: string): string =>
  name
    .split('.')
    .map(part => trimSigns(part, signs))
    .join('.')

const readIdentifier = (text: string): Identifier => {
  const parts = splitSql(text, { at: ' \n\t' })
  const [original = '', middle = '', last = ''] = parts
  if (parts.length === 0 || parts.length > 3) throw new ViewQueryError(`invalid identifier parts [${parts.join(' ')}]`)
  if (parts.length === 3 && middle.toLowerCase() !== 'as') {
    throw new ViewQueryError(`invalid identifier part - expected "as", got ${middle}`)
  }
  const alias = parts.length === 3 ? last : parts.length === 2 ? middle : (original.split('.').at(-1) ?? '')
  return { original: trimParts(original, '`"[];'), alias: trimParts(alias, '`"[];\'') }
}

const readList = (list: string): Identifier[] => splitSql(list, { at: ',' }).map(readIdentifier)

/**
 * Reads of a query which columns it yields and which tables it names; all else is left to the database.
 * @throws Error for what cannot be read
 */
export const parseViewQuery = (query: string): ParsedQuery => {
  const lists = collectLists(query)
  return { columns: readList(lists.select), tables: [...readList(lists.from), ...readList(lists.join)] }
}
