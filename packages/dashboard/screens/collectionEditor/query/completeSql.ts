import { type Collection, fieldsOf } from '@coffer/schema'
import type { CodeQuestion, CodeSuggestion, CodeSuggestions } from '@coffer/ui'
import { maskSql } from './maskSql.ts'

const keywords = [
  ...['select', 'distinct', 'from', 'where', 'join', 'left join', 'on', 'group by', 'having', 'order by', 'limit', 'as', 'and'],
  ...['or', 'not', 'in', 'is null', 'like', 'between', 'case', 'when', 'then', 'else', 'end', 'union all', 'asc', 'desc', 'with'],
  ...['count(', 'max(', 'min(', 'sum(', 'avg(', 'total(', 'coalesce(', 'cast(', 'group_concat(', 'json_extract(', 'strftime('],
  '(ROW_NUMBER() OVER()) as id',
]
const endOfSources = 'where|group|having|order|limit|on|using|union|inner|left|right|cross|natural|join|from|select|as\\s*\\('
const sourceLists = new RegExp(`\\b(?:from|join)\\b([^()]*?)(?=\\b(?:${endOfSources})\\b|[();]|$)`, 'gi')
const source = /^\s*[`"[]?(\w+)[`"\]]?(?:\s+(?:as\s+)?[`"[]?(\w+)[`"\]]?)?\s*$/i

/** A table of a query, and what it is called there. */
interface Source {
  name: string
  collection: Collection
}

const findNamed = (collections: readonly Collection[], name: string) =>
  collections.find(collection => collection.name.toLowerCase() === name.toLowerCase())

const sourcesOf = (sql: string, collections: readonly Collection[]): Source[] =>
  [...sql.matchAll(sourceLists)].flatMap(([, list = '']) =>
    list.split(',').flatMap(written => {
      const [, table = '', alias] = source.exec(written) ?? []
      const collection = findNamed(collections, table)
      return collection ? [{ name: alias ?? table, collection }] : []
    }),
  )

const columnsOf = ({ collection }: Source) => fieldsOf(collection).map(({ name, type }) => ({ label: name, hint: type }))

/** The columns of all tables; one that several tables have is named with its table. */
function columnsOfAll(sources: readonly Source[]): CodeSuggestion[] {
  const counts = new Map<string, number>()
  for (const { label } of sources.flatMap(columnsOf)) counts.set(label, (counts.get(label) ?? 0) + 1)
  return sources.flatMap(each =>
    columnsOf(each).map(column => ({
      label: counts.get(column.label) === 1 ? column.label : `${each.name}.${column.label}`,
      hint: `${each.name}, ${column.hint}`,
    })),
  )
}

const tablesOf = (collections: readonly Collection[]): CodeSuggestion[] =>
  collections.map(({ name, type }) => ({ label: name, hint: type }))

const keywordItems: readonly CodeSuggestion[] = keywords.map(label => ({ label }))

const lastName = (label: string) => label.split('.').at(-1) ?? label

/** A whole word of SQL before the caret would be taken for a new name as well: Enter takes only what was typed so far of one. */
const enoughForWord = 3

/** The kinds of places that a caret can be at. */
const behindDot = /(\w+)[`"\]]?\.\w*$/
const behindAs = /\bas\s+\w*$/i
const behindFrom = /\b(?:from|join)\s+(?:[\w\s,`"[\]]*,\s*)?\w*$/i
const behindTable = /\b(?:from|join)\s+(?:[\w\s,`"[\]]*,\s*)?[`"[]?\w+[`"\]]?\s+\w*$/i

/** What may follow in the place of the caret, and whether it is a name that is known rather than one that is given. */
function candidates(sql: string, before: string, collections: readonly Collection[]): [CodeSuggestion[], isKnown: boolean] {
  const sources = sourcesOf(sql, collections)
  const table = behindDot.exec(before)?.[1]
  if (table !== undefined) {
    const found = sources.find(({ name }) => name.toLowerCase() === table.toLowerCase())
    const collection = found?.collection ?? findNamed(collections, table)
    return [collection ? columnsOf({ name: table, collection }) : [], true]
  }
  if (behindFrom.test(before)) return [tablesOf(collections), true]
  if (behindTable.test(before)) return [[...keywordItems], false]
  return [[...columnsOfAll(sources), ...(sources.length === 0 ? tablesOf(collections) : []), ...keywordItems], false]
}

/** What could be written at the caret of a view's query: tables behind FROM, columns of its tables, words of SQL. */
export function completeSql(question: CodeQuestion, collections: readonly Collection[]): CodeSuggestions | undefined {
  const { text, position, isExplicit } = question
  const before = maskSql(`${text.slice(0, position)}x`).slice(0, -1)
  const isInside = !maskSql(`${text.slice(0, position)}x`).endsWith('x')
  if (isInside || behindAs.test(before)) return undefined
  const word = /\w*$/.exec(before)?.[0] ?? ''
  const [all, isKnown] = candidates(maskSql(text), before, collections)
  if (word === '' && !isKnown && !isExplicit) return undefined
  const low = word.toLowerCase()
  const items = all.filter(({ label }) => [label, lastName(label)].some(name => name.toLowerCase().startsWith(low)))
  // What is there already needs no suggestion.
  if (items.length === 0 || items.some(({ label }) => label.toLowerCase() === low)) return undefined
  return {
    from: position - word.length,
    to: position,
    items,
    isFirstMeant: word !== '' && (isKnown || word.length >= enoughForWord),
  }
}
