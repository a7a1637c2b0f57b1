import type { Operand } from '@coffer/schema'
import type { Sql } from '../../db/sql.ts'
import { QueryError } from './QueryError.ts'
import type { Scope } from './Scope.ts'
import { type ColumnValue, columnValue, nullValue, numberValue, type Value, valueSql } from './Value.ts'

type Call = Extract<Operand, { kind: 'call' }>

const isColumn = (value: Value): value is ColumnValue => value.kind === 'column'

/**
 * Returns the value of a function. It has the row of its arguments, so that it is compared like a column of this row.
 * @throws QueryError if the arguments are of different records
 */
function ofRow(scope: Scope, args: readonly Value[], compile: (args: readonly Sql[]) => Sql): ColumnValue {
  const columns = args.filter(isColumn)
  const varying = columns.filter(({ isConstant }) => !isConstant)
  const [first] = varying
  if (varying.some(({ row }) => row !== first?.row))
    throw new QueryError('The arguments of a function have to be of one record.', scope.span)
  const isVisible = columns.find(column => column.isVisible)?.isVisible
  return {
    ...columnValue(first?.row, alias => compile(args.map(arg => valueSql(scope.dialect, arg, alias)))),
    isConstant: first === undefined,
    isNonNullWithoutRow: varying.length > 0 && varying.every(column => column.isNonNullWithoutRow),
    ...(isVisible && { isVisible }),
    ...(columns.some(column => column.isSecret) && { isSecret: true }),
  }
}

/** What a format can contain: SQLite knows more, but PostgreSQL has to give the same texts. */
const formats = /^(?:[^%]|%[YmdHMSfjwFTRs%])*$/

/** A modifier that moves a date by at most some thousand years. */
const modifiers =
  /^(?:[+-]?\d{1,6}(?:\.\d{1,3})? (?:second|minute|hour|day)s?|[+-]?\d{1,3} (?:month|year)s?|start of (?:day|month|year))$/i

/** Returns a text that the filter contains. */
function literal(value: Value | undefined): string | undefined {
  return value?.kind === 'bound' && typeof value.value === 'string' ? value.value : undefined
}

function formattedDate(scope: Scope, args: readonly Value[]): ColumnValue {
  const [format, date, ...changes] = args
  const text = literal(format)
  if (text === undefined || !date) throw new QueryError('The first argument of strftime is a format in quotes.', scope.span)
  if (!formats.test(text))
    throw new QueryError('A format of strftime has %Y %m %d %H %M %S %f %j %w %F %T %R %s and %%.', scope.span)
  const texts = changes.map(change => literal(change) ?? '')
  if (!texts.every(change => modifiers.test(change)))
    throw new QueryError('A modifier of strftime is like "+1 day", "-2 months" or "start of year".', scope.span)
  return ofRow(scope, [date], ([moment]) => scope.dialect.formattedDate(text, moment as Sql, texts))
}

/** Returns a coordinate: a column, or the number that a request contains. */
function coordinate(value: Value): Value {
  if (value.kind === 'column') return value
  const number = value.kind === 'bound' && value.value !== '' ? Number(value.value) : Number.NaN
  return Number.isFinite(number) ? numberValue(number) : nullValue
}

function distance(scope: Scope, call: Call, args: readonly Value[]): ColumnValue {
  if (call.args.some(({ kind }) => kind === 'text'))
    throw new QueryError('The arguments of geoDistance() are numbers and fields.', scope.span)
  return ofRow(scope, args.map(coordinate), ([lonA, latA, lonB, latB]) =>
    scope.dialect.distance({ lon: lonA as Sql, lat: latA as Sql }, { lon: lonB as Sql, lat: latB as Sql }),
  )
}

/** Resolves a function, whose arguments are resolved. */
export function callValue(scope: Scope, call: Call, args: readonly Value[]): ColumnValue {
  return call.name === 'strftime' ? formattedDate(scope, args) : distance(scope, call, args)
}
