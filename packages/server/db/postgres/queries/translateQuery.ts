import { assertQuery } from './assertQuery.ts'
import { walk } from './nodes.ts'
import { parseSelect, printStatement } from './parseStatement.ts'
import { readTokens, type Token, type Tokens } from './readTokens.ts'
import { type Relation, rewriteQuery } from './rewriteQuery.ts'

/** A query that PostgreSQL can run. */
export interface PortableQuery {
  text: string
  /** The tables and views that it names, as they are stored. */
  sources: ReadonlySet<string>
  /** The names that PostgreSQL stores in another form, by that form. */
  fullNames: ReadonlyMap<string, string>
}

/** Finds the tables and views with these names, in any case. */
export type FindRelations = (names: readonly string[]) => Promise<Relation[]>

const endsExpression = /^(?:FROM|WHERE|GROUP|HAVING|ORDER|LIMIT|UNION|INTERSECT|EXCEPT)$/

/** Returns the text of the expression that begins with a token. */
function expressionFrom(query: string, tokens: readonly Token[], first: number): string {
  let depth = 0
  let at = first
  for (; at < tokens.length; at += 1) {
    const { text, kind } = tokens[at] as Token
    if (text === '(') depth += 1
    else if (text === ')') depth -= 1
    const isEnd =
      depth < 0 || (depth === 0 && (text === ',' || text === ';' || (kind === 'keyword' && endsExpression.test(text))))
    if (isEnd) break
  }
  return query.slice(tokens[first]?.start, tokens[at - 1]?.end)
}

/** Writes the tokens in a text, and returns the index of the token at each of its positions in bytes. */
function print({ list }: Tokens): { text: string; indexes: Map<number, number> } {
  const indexes = new Map<number, number>()
  let position = 0
  for (const [index, { text }] of list.entries()) {
    indexes.set(position, index)
    position += Buffer.byteLength(text) + 1
  }
  return { text: list.map(({ text }) => text).join(' '), indexes }
}

/**
 * Translates a query in SQLite's syntax, with SQLite's functions, to PostgreSQL's. It has to run in `withQueryPath`.
 * @param isView whether the rows need an order, see `orderRows`
 * @throws Error with the reason when it is not a single SELECT, or not portable
 */
export async function translateQuery(query: string, findRelations: FindRelations, isView = false): Promise<PortableQuery> {
  const tokens = readTokens(query)
  const { text, indexes } = print(tokens)
  const tree = parseSelect(text)
  const named = new Set<string>()
  walk(tree, (kind, { relname }) => kind === 'RangeVar' && named.add(String(relname)))
  const relations = await findRelations([...named])
  const fullNames = new Map([...relations.flatMap(relation => [...relation.fullNames]), ...tokens.fullNames])
  const rewritten = rewriteQuery(tree, {
    relations,
    quotedNames: tokens.quotedNames,
    fullNames,
    isView,
    expressionAt: location => expressionFrom(query, tokens.list, indexes.get(location) ?? 0),
  })
  const printed = printStatement(rewritten)
  // What runs is what is checked, so the security rests on neither the translation nor the printer.
  return { text: printed, sources: assertQuery(parseSelect(printed)), fullNames }
}
