import type { FilterNode, Operator } from '@coffer/schema'
import { join, type Sql, sql } from '../../db/sql.ts'
import { compareValues, type Side } from '../operands/compareValues.ts'
import { type JoinedRow, multiplyingRows, selectFromJoins } from '../operands/Joins.ts'
import { combine, type Predicate } from '../operands/Predicate.ts'
import { resolveOperand } from '../operands/resolveOperand.ts'
import type { Scope } from '../operands/Scope.ts'
import { isMany, type Value } from '../operands/Value.ts'

type Comparison = Extract<FilterNode, { kind: 'comparison' }>

const rowOf = (value: Value): JoinedRow | undefined => (value.kind === 'column' ? value.row : undefined)

const sideOf = (value: Value, { joins }: Scope): Side => ({ value, alias: rowOf(value)?.alias ?? joins.record })

/** Compiles the condition that excludes hidden emails from a comparison. */
const visibility = ({ value, alias }: Side): Sql[] =>
  value.kind === 'column' && value.isVisible ? [sql`${value.isVisible(alias)} = TRUE`] : []

/**
 * Compiles the condition that no row of a multi-valued path fails the comparison. A subquery reads the rows again, independently of
 * the row that the rest of the condition selects. Unless `Scope.emptyMatches` is set, a missing value fails every comparison except `=`.
 */
function noneFails(operator: Operator, left: Value, right: Value, scope: Scope): Sql {
  const separate = (value: Value, prefix: string) => {
    const shared = sideOf(value, scope)
    if (!isMany(value)) return { side: shared, joins: [], missing: [], visible: [] }
    const side: Side = { value, alias: prefix + shared.alias }
    return {
      side,
      joins: [scope.joins.render(multiplyingRows(value.row), prefix)],
      missing: operator === '=' || scope.emptyMatches ? [] : [sql`${value.read(side.alias)} IS NULL`],
      visible: visibility(side),
    }
  }
  const a = separate(left, 'left ')
  const b = separate(right, 'right ')
  const fails = join([sql`NOT (${compareValues(scope, a.side, operator, b.side)})`, ...a.missing, ...b.missing], sql` OR `)
  const failing = join([sql`(${fails})`, ...a.visible, ...b.visible], sql` AND `)
  return sql`NOT EXISTS (${selectFromJoins(join([...a.joins, ...b.joins], sql``), sql`1`, failing)})`
}

/** Returns the single-valued row that a value depends on, or undefined for the record itself. Empty for a constant. */
function anchorsOf(value: Value): (JoinedRow | undefined)[] {
  if (value.kind !== 'column' || value.isConstant) return []
  let anchor = value.row
  while (anchor?.multiplies) anchor = anchor.parent
  return [anchor]
}

/** Lengths of texts for which a list is searched: shorter ones are in most lists, and databases compare longer ones at each character. */
const minSearchedLength = 4
const maxSearchedLength = 250

/** Whether a list that contains the text has it in its JSON. Not for numbers, which JSON can write in several ways. */
const isSearchable = (text: unknown): text is string =>
  typeof text === 'string' && text.length >= minSearchedLength && text.length <= maxSearchedLength && Number.isNaN(Number(text))

/**
 * Compiles a fast precheck that rules out most lists without the element.
 */
function listMayContain(side: Value, other: Value, { dialect, joins }: Scope): Sql[] {
  const element = side.kind === 'column' ? side.element : undefined
  if (!element?.list || other.kind !== 'bound' || !isSearchable(other.value)) return []
  const list = element.list(element.parent?.alias ?? joins.record)
  return [dialect.listMayContain(list, sql`${other.value}`)]
}

const isNullWithoutRow = (value: Value): boolean =>
  value.kind === 'column' && value.row !== undefined && !value.isNonNullWithoutRow

const isNotEmpty = (value: Value): boolean => value.kind === 'boolean' || (value.kind === 'bound' && value.value !== '')

/** Whether a comparison is false without joined rows. */
function needsRows(operator: Operator, left: Value, right: Value): boolean {
  const [isLeftNull, isRightNull] = [isNullWithoutRow(left), isNullWithoutRow(right)]
  // Null equals null and empty text only.
  if (operator === '=') return (isLeftNull && isNotEmpty(right)) || (isRightNull && isNotEmpty(left))
  return operator !== '!=' && operator !== '!~' && (isLeftNull || isRightNull)
}

function compileComparison(node: Comparison, scope: Scope): Predicate {
  const left = resolveOperand(scope, node.left)
  const right = resolveOperand(scope, node.right)
  const sides = [sideOf(left, scope), sideOf(right, scope)] as const
  const shortcuts = node.operator === '=' ? [...listMayContain(left, right, scope), ...listMayContain(right, left, scope)] : []
  const tests = [...shortcuts, compareValues(scope, sides[0], node.operator, sides[1])]
  if (!node.any && (isMany(left) || isMany(right))) tests.push(noneFails(node.operator, left, right, scope))
  tests.push(...sides.flatMap(visibility))
  return {
    kind: 'test',
    test: sql`(${join(tests, sql` AND `)})`,
    rows: new Set([...multiplyingRows(rowOf(left)), ...multiplyingRows(rowOf(right))]),
    anchors: new Set([...anchorsOf(left), ...anchorsOf(right)]),
    needsRows: needsRows(node.operator, left, right),
  }
}

/** Compiles a filter to a condition on records and the rows joined to them. Throws a QueryError for unknown names. */
export function compileFilter(node: FilterNode, scope: Scope): Predicate {
  return node.kind === 'comparison'
    ? compileComparison(node, scope)
    : combine(
        node.kind,
        node.parts.map(part => compileFilter(part, scope)),
      )
}
