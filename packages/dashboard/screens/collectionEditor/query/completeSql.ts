import { type Collection, fieldsOf } from '@coffer/schema'
import type { CodeQuestion, CodeSuggestion, CodeSuggestions } from '@coffer/ui'
import { maskSql } from './locateQueryError.ts'

const keywords = [
  'select',
  'distinct',
  'from',
  'where',
  'join',
  'left join',
  'on',
  'group by',
  'having',
  'order by',
  'limit',
  'as',
  'and',
  'or',
  'not',
  'in',
  'is null',
  'like',
  'between',
  'case',
  'when',
  'then',
  'else',
  'end',
  'union all',
  'asc',
  'desc',
  'with',
  'count(',
  'max(',
  'min(',
  'sum(',
  'avg(',
  'total(',
  'coalesce(',
  'cast(',
  'group_concat(',
  'json_extract(',
  'strftime(',
  '(ROW_NUMBER() OVER()) as id',
]
const endOfSources = 'where|group|having|order|limit|on|using|union|inner|left|right|cross|natural|join|from|select|as\\s*\\('
const sourceLists = new RegExp(`\\b(?:from|join)\\b([^()]*?)(?=\\b(?:${endOfSources})\\b|[();]|$)`, 'gi')
const source = /^\s*[`"[]?(\w+)[`"\]]?(?:\s+(?:as\s+)?[`"[]?(\w+)[`"\]]?)?\s*$/i

/** A table of a query, with its alias. */
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

/** Returns the columns of all tables, qualified with the table if several have the same name. */
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

/** Enter accepts a keyword only after this many letters, because a shorter word can be a new alias. */
const minKeywordLetters = 3

/** Match the text before the caret. */
const afterDot = /(\w+)[`"\]]?\.\w*$/
const afterAs = /\bas\s+\w*$/i
const afterFrom = /\b(?:from|join)\s+(?:[\w\s,`"[\]]*,\s*)?\w*$/i
const afterTable = /\b(?:from|join)\s+(?:[\w\s,`"[\]]*,\s*)?[`"[]?\w+[`"\]]?\s+\w*$/i

/** Returns the suggestions for the caret's context, and whether an existing name (not a new alias) is expected there. */
function candidates(sql: string, before: string, collections: readonly Collection[]): [CodeSuggestion[], isKnown: boolean] {
  const sources = sourcesOf(sql, collections)
  const table = afterDot.exec(before)?.[1]
  if (table !== undefined) {
    const found = sources.find(({ name }) => name.toLowerCase() === table.toLowerCase())
    const collection = found?.collection ?? findNamed(collections, table)
    return [collection ? columnsOf({ name: table, collection }) : [], true]
  }
  if (afterFrom.test(before)) return [tablesOf(collections), true]
  if (afterTable.test(before)) return [[...keywordItems], false]
  return [[...columnsOfAll(sources), ...(sources.length === 0 ? tablesOf(collections) : []), ...keywordItems], false]
}

/** Suggests completions in a view's query: tables after FROM, columns of its tables, keywords. */
export function completeSql(question: CodeQuestion, collections: readonly Collection[]): CodeSuggestions | undefined {
  const { text, position, isExplicit } = question
  const before = maskSql(`${text.slice(0, position)}x`).slice(0, -1)
  const isInside = !maskSql(`${text.slice(0, position)}x`).endsWith('x')
  if (isInside || afterAs.test(before)) return undefined
  const word = /\w*$/.exec(before)?.[0] ?? ''
  const [all, isKnown] = candidates(maskSql(text), before, collections)
  if (word === '' && !isKnown && !isExplicit) return undefined
  const low = word.toLowerCase()
  const items = all.filter(({ label }) => [label, lastName(label)].some(name => name.toLowerCase().startsWith(low)))
  // Suggests nothing if the word is already complete.
  if (items.length === 0 || items.some(({ label }) => label.toLowerCase() === low)) return undefined
  return {
    from: position - word.length,
    to: position,
    items,
    isFirstMeant: word !== '' && (isKnown || word.length >= minKeywordLetters),
  }
}
