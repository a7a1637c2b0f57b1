import { ownValue } from '@coffer/fields/ownValue'
import type { Plain } from '../../pb/Host.ts'
import { GoError } from './errors.ts'

/** A map of the host: its values are read with `get`. */
class HostMap {
  readonly #values: Plain

  constructor(values: Plain) {
    this.#values = values
  }

  get = (name: string): unknown => ownValue(this.#values, name) ?? null
  set = (name: string, value: unknown): void => {
    this.#values[name] = value
  }
  toJSON(): Plain {
    return this.#values
  }
}

/** Converts a value of the database to the kind of the shape: text, whole number, number, flag, list or map. */
function convert(column: string, shape: unknown, value: unknown): unknown {
  const fail = (kind: string): never => {
    throw new GoError(
      `sql: Scan error on column "${column}": converting ${value === null ? 'NULL' : JSON.stringify(value)} to ${kind} is unsupported`,
    )
  }
  if (typeof shape === 'object' && shape !== null) {
    const parsed = typeof value === 'string' && value !== '' ? JSON.parse(value) : value
    if (Array.isArray(shape)) return Array.isArray(parsed) ? parsed : []
    return new HostMap(typeof parsed === 'object' && parsed !== null ? parsed : {})
  }
  if (value === null) return fail(typeof shape)
  if (typeof shape === 'string') return String(value)
  if (typeof shape === 'boolean') return value === true || Number(value) === 1 || value === 'true'
  if (typeof shape !== 'number') return value
  const number = Number(value)
  const isFloat = Object.is(shape, -0) || !Number.isInteger(shape)
  return Number.isNaN(number) || (!isFloat && !Number.isInteger(number)) ? fail(isFloat ? 'float64' : 'int64') : number
}

/** A row whose shape gives the kinds of its values, as in 0.22. */
export class DynamicModel {
  [name: string]: unknown

  constructor(shape: Plain = {}) {
    for (const [name, value] of Object.entries(shape)) {
      const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
      this[name] = isMap ? new HostMap(value as Plain) : value
    }
  }
}

/** Fills a model with the columns of a row that its shape has. */
export function fillModel(target: DynamicModel, shape: Plain, row: Plain): void {
  for (const [name, kind] of Object.entries(shape)) if (Object.hasOwn(row, name)) target[name] = convert(name, kind, row[name])
}

const listModels = new WeakMap<object, unknown>()

/** Returns a list that a query fills with copies of a model. */
export function arrayOf(model: unknown): unknown[] {
  const list: unknown[] = []
  listModels.set(list, model)
  return list
}

/** Returns the model of a list. */
export function modelOf(list: object): unknown {
  return listModels.get(list)
}
