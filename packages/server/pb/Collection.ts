import type { Plain } from './Host.ts'
import { Schema } from './Schema.ts'

/** A collection, as in 0.22. `Dao.saveCollection` stores it. */
export class Collection {
  id = ''
  created = ''
  updated = ''
  name = ''
  type = 'base'
  system = false
  indexes: string[] = []
  listRule: string | null = null
  viewRule: string | null = null
  createRule: string | null = null
  updateRule: string | null = null
  deleteRule: string | null = null
  options: Plain = {}
  /** Dates that records do not show; absent if there are none. */
  declare omittedDates?: readonly string[]
  #schema = new Schema()
  #isNew = true

  constructor(data: Plain = {}) {
    Object.assign(this, data)
  }

  get schema(): Schema {
    return this.#schema
  }

  /** Accepts a schema or a list of fields. */
  set schema(schema: Schema | readonly Plain[]) {
    this.#schema = schema instanceof Schema ? schema : new Schema(schema)
  }

  tableName(): string {
    return '_collections'
  }

  baseFilesPath(): string {
    return this.id
  }

  isBase(): boolean {
    return this.type === 'base'
  }

  isAuth(): boolean {
    return this.type === 'auth'
  }

  isView(): boolean {
    return this.type === 'view'
  }

  isNew(): boolean {
    return this.#isNew
  }

  markAsNew(): void {
    this.#isNew = true
  }

  markAsNotNew(): void {
    this.#isNew = false
  }

  setOptions(options: Plain): void {
    this.options = { ...options }
  }

  authOptions(): Plain {
    return this.options
  }

  baseOptions(): Plain {
    return this.options
  }

  viewOptions(): Plain {
    return this.options
  }

  /** Takes over what is stored. */
  load(data: Plain): void {
    Object.assign(this, data)
    this.#isNew = false
  }

  toJSON(): Plain {
    return { ...(this as object), schema: this.#schema.asMap() }
  }
}
