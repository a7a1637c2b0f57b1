import type { SqlValue } from '@coffer/fields'
import {
  type ExplainedNode,
  type ExplainedRow,
  type ExplainedSide,
  type ExplainedValue,
  type FilterNode,
  printFilter,
} from '@coffer/schema'
import type { Reader } from '../../db/engine.ts'
import { join, type Sql, sql } from '../../db/sql.ts'
import type { Condition } from '../../query/compile/Condition.ts'
import { compileQuery } from '../../query/compile/compileQuery.ts'
import { type ComparedSide, compileSides } from '../../query/compile/compileSides.ts'
import type { Query } from '../../query/compile/Query.ts'
import { countRecordsOfEach } from '../../query/select/selectRecords.ts'

/** The record and the request for which conditions are evaluated. */
export type Subject = Omit<Query, 'conditions' | 'sort'>

/**
 * Limits of an explanation: parts of a condition, parts that are evaluated in one statement of a reader, rows of a comparison, characters
 * of a text.
 */
const maxNodes = 100
const maxNodesPerStatement = 20
const maxRows = 3
const maxTextLength = 200

type Comparison = Extract<FilterNode, { kind: 'comparison' }>

/** Returns the first nodes of a tree, level by level. */
function firstNodes(root: FilterNode): FilterNode[] {
  const nodes = [root]
  for (let index = 0; index < nodes.length && nodes.length < maxNodes; index++) {
    const node = nodes[index]
    if (node && node.kind !== 'comparison') nodes.push(...node.parts.slice(0, maxNodes - nodes.length))
  }
  return nodes
}

/** Whether the subject meets each of the filters, which are parts of a condition. */
export async function meetsEach(
  reader: Reader,
  subject: Subject,
  filters: readonly FilterNode[],
  visibility: Omit<Condition, 'filter'>,
): Promise<boolean[]> {
  const counts: number[] = []
  // SQLite cannot interrupt a statement, so a dry run has small ones: other changes wait for it, and its deadline is between them.
  const size = 'attempt' in reader ? 1 : maxNodesPerStatement
  for (let start = 0; start < filters.length; start += size) {
    const queries = filters
      .slice(start, start + size)
      .map(filter => compileQuery(reader.dialect, { ...subject, conditions: [{ ...visibility, filter }] }))
    counts.push(...(await countRecordsOfEach(reader, queries)))
  }
  return counts.map(count => count > 0)
}

/** Returns a value of the database as JSON. */
function shownValue(value: SqlValue | boolean): ExplainedValue {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Uint8Array) return `${value.length} bytes`
  return typeof value === 'string' && value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value
}

/** Numbers that are compared with a boolean are shown as one: bool fields are stored as 0 and 1. */
function alike(value: ExplainedValue, other: ExplainedValue): ExplainedValue {
  return typeof other === 'boolean' && (value === 0 || value === 1) ? value === 1 : value
}

/** Reads the sides of a comparison from the columns of a row. */
function rowReader({ left, right }: { left: ComparedSide; right: ComparedSide }) {
  const columns: Sql[] = []
  const add = (column: Sql) => columns.push(column) - 1
  const sideReader = ({ source, path }: ComparedSide) => {
    const value = 'read' in source ? add(source.read) : undefined
    const steps = path.map(({ collection, id }) => ({ collection, index: add(id) }))
    return (row: readonly SqlValue[]): ExplainedSide => {
      const read = value === undefined ? ('known' in source ? source.known : null) : (row[value] ?? null)
      const followed = steps.map(({ collection, index }) => ({ collection, id: row[index] == null ? null : String(row[index]) }))
      return {
        value: shownValue(read),
        ...('isSecret' in source && { isSecret: true }),
        ...(followed.length > 0 && { path: followed }),
      }
    }
  }
  const [readLeft, readRight] = [sideReader(left), sideReader(right)]
  const read = (row: readonly SqlValue[], isMet: boolean): ExplainedRow => {
    const [one, other] = [readLeft(row), readRight(row)]
    return {
      left: { ...one, value: alike(one.value, other.value) },
      right: { ...other, value: alike(other.value, one.value) },
      isMet,
    }
  }
  return { columns, read }
}

/** Reads the values of a comparison: of the row that decides it, if there is one, otherwise of the first rows. */
async function readRows(
  reader: Reader,
  subject: Subject,
  comparison: Comparison,
  visibility: Omit<Condition, 'filter'>,
  isMet: boolean,
): Promise<{ rows: ExplainedRow[]; hasMany: boolean }> {
  const { left, right, hasMany, rows, test } = compileSides(reader.dialect, subject, comparison, visibility)
  const { columns, read } = rowReader({ left, right })
  const select = async (where: Sql, limit: number) => {
    const selected = join([sql`CASE WHEN ${test} THEN 1 ELSE 0 END`, ...columns])
    const found = await reader.rows(sql`SELECT ${selected} ${rows}${where} LIMIT ${limit}`)
    return found.map(([isRowMet, ...values]) => read(values, Number(isRowMet) === 1))
  }
  // One row is enough for `?=`, and one that fails is enough against `=`.
  const isDecidedByOne = hasMany && comparison.any === isMet
  const decisive = isMet ? test : sql`NOT COALESCE(${test}, FALSE)`
  const deciding = isDecidedByOne ? await select(sql` AND ${decisive}`, 1) : []
  return { hasMany, rows: deciding.length > 0 ? deciding : await select(sql``, hasMany ? maxRows : 1) }
}

/** Returns the result of each evaluated part of a condition. */
export type Results = ReadonlyMap<FilterNode, boolean>

/**
 * Evaluates a condition and its parts for one record, with the SQL that requests run.
 * Throws a QueryError for unknown names, and errors of the database.
 */
export async function evaluateTree(
  reader: Reader,
  subject: Subject,
  { filter, ...visibility }: Condition,
): Promise<{ tree: ExplainedNode; results: Results }> {
  const nodes = firstNodes(filter)
  const met = await meetsEach(reader, subject, nodes, visibility)
  const results = new Map(nodes.map((node, index) => [node, met[index] ?? false]))
  const explain = async (node: FilterNode): Promise<ExplainedNode> => {
    const shared = { text: printFilter(node), span: node.span, isMet: results.get(node) ?? false }
    if (node.kind === 'comparison') {
      return { kind: 'comparison', ...shared, ...(await readRows(reader, subject, node, visibility, shared.isMet)) }
    }
    const shown = node.parts.filter(part => results.has(part))
    const parts: ExplainedNode[] = []
    for (const part of shown) parts.push(await explain(part))
    const omitted = node.parts.length - shown.length
    return { kind: node.kind, ...shared, parts, ...(omitted > 0 && { omitted }) }
  }
  return { tree: await explain(filter), results }
}
