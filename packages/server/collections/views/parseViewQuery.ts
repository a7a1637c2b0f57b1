import { splitSql } from '@coffer/schema'

/** Thrown when the query of a view collection is invalid. */
export class ViewQueryError extends Error {}

/** A column or table of a query and its alias. */
export interface Identifier {
  original: string
  alias: string
  /** The original with its quotes. */
  text: string
}

export interface ParsedQuery {
  columns: Identifier[]
  tables: Identifier[]
}

// Characters that a valid query only contains inside quotes, so they can replace SQL keywords.
const join = '\u0001'
const discard = '\u0002'

/**
 * Removes comments from a query as PocketBase 0.22 does: ignores quotes, and removes everything from the first block comment to the end
 * of the last one.
 */
function stripComments(query: string): string {
  const lastEnd = query.lastIndexOf('*/')
  let result = ''
  let at = 0
  for (const { 0: token, index } of query.matchAll(/--.|\/\*/g)) {
    if (index < at) continue
    const lineEnd = query.indexOf('\n', index)
    const end = token !== '/*' ? (lineEnd < 0 ? query.length : lineEnd) : lastEnd > index + 2 ? lastEnd + 2 : undefined
    if (end === undefined) continue
    result += query.slice(at, index)
    at = end
  }
  return result + query.slice(at)
}

/** Removes comments and extra whitespace, and replaces the keywords that start a clause with single characters. */
const simplify = (query: string): string =>
  stripComments(query)
    .replace(/[ \t\n\f\r]+/g, ' ')
    .replace(/ (inner join|outer join|left join|right join|join) /gi, ` ${join} `)
    .replace(/ (where|group by|having|order|limit|with) /gi, ` ${discard} `)

/** Collects the lists after `select`, `from` and joins. */
function collectLists(query: string) {
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

function trimCharacters(text: string, characters: string): string {
  let start = 0
  let end = text.length
  while (start < end && characters.includes(text[start] as string)) start++
  while (end > start && characters.includes(text[end - 1] as string)) end--
  return text.slice(start, end)
}

const trimParts = (name: string, characters: string): string =>
  name
    .split('.')
    .map(part => trimCharacters(part, characters))
    .join('.')

function readIdentifier(text: string): Identifier {
  const parts = splitSql(text, { at: ' \n\t' })
  const [original = '', middle = '', last = ''] = parts
  if (parts.length === 0 || parts.length > 3) throw new ViewQueryError(`invalid identifier parts [${parts.join(' ')}]`)
  if (parts.length === 3 && middle.toLowerCase() !== 'as') {
    throw new ViewQueryError(`invalid identifier part - expected "as", got ${middle}`)
  }
  const alias = parts.length === 3 ? last : parts.length === 2 ? middle : (original.split('.').at(-1) ?? '')
  return { original: trimParts(original, '`"[];'), alias: trimParts(alias, '`"[];\''), text: original }
}

const readList = (list: string): Identifier[] => splitSql(list, { at: ',' }).map(readIdentifier)

/**
 * Parses the columns and tables of a query. The database validates the rest.
 * @throws Error for syntax that is not supported
 */
export function parseViewQuery(query: string): ParsedQuery {
  const lists = collectLists(query)
  return { columns: readList(lists.select), tables: [...readList(lists.from), ...readList(lists.join)] }
}
