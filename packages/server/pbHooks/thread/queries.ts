import { Admin } from '../../pb/Admin.ts'
import type { Collection } from '../../pb/Collection.ts'
import { type Executed, type Plain, resultOf } from '../../pb/Host.ts'
import { Record } from '../../pb/Record.ts'
import { DynamicModel, fillModel, modelOf } from './DynamicModel.ts'
import { nothingFound } from './errors.ts'
import { dbx, type Expression } from './expressions.ts'
import { ExternalAuth, Param } from './systemModels.ts'

export type Call = (name: string, ...args: unknown[]) => unknown

/** Returns a row as a model of a kind: an admin, an external auth or a parameter, or the row itself. */
function modelled(kind: unknown, row: Plain): object {
  if (kind instanceof Admin) return new Admin(row)
  if (kind instanceof ExternalAuth) return new ExternalAuth(row)
  return kind instanceof Param ? new Param(row) : row
}

function fill(target: unknown, row: Plain): void {
  if (target instanceof DynamicModel) fillModel(target, { ...target }, row)
  else Object.assign(target as object, modelled(target, row))
}

function fillList(list: unknown[], rows: readonly Plain[]): void {
  const model = modelOf(list)
  const made = rows.map(row => {
    if (!(model instanceof DynamicModel)) return modelled(model, row)
    const copy = new DynamicModel()
    Object.assign(copy, model)
    fill(copy, row)
    return copy
  })
  list.splice(0, list.length, ...made)
}

/** A statement with `{:name}` for each parameter, as in 0.22. */
class Query {
  readonly #call: Call
  readonly #text: string
  #parameters: Plain = {}

  get expression(): Expression {
    return { text: this.#text, parameters: this.#parameters }
  }

  constructor(call: Call, text: string, parameters: Plain = {}) {
    this.#call = call
    this.#text = String(text)
    this.#parameters = parameters
  }

  bind(parameters: Plain): this {
    this.#parameters = { ...this.#parameters, ...parameters }
    return this
  }

  execute() {
    return resultOf(this.#call('execute', this.#text, this.#parameters) as Executed)
  }

  all(list: unknown[]): void {
    fillList(list, this.#rows())
  }

  one(target: unknown): void {
    const [row] = this.#rows()
    if (!row) throw nothingFound()
    fill(target, row)
  }

  column(list: unknown[]): void {
    list.splice(0, list.length, ...this.#rows().map(row => Object.values(row)[0]))
  }

  row(...targets: unknown[]): void {
    const [row] = this.#rows()
    if (!row) throw nothingFound()
    for (const [index, value] of Object.values(row).entries()) Object.assign(targets[index] as object, value)
  }

  #rows(): Plain[] {
    return this.#call('query', this.#text, this.#parameters) as Plain[]
  }
}

/** The parts of a SELECT statement. */
abstract class Clauses {
  protected where_: Expression = { text: '', parameters: {} }
  protected joins: Expression[] = []
  protected order: string[] = []
  protected limit_: number | undefined
  protected offset_ = 0

  where(condition: Expression): this {
    this.where_ = condition
    return this
  }

  andWhere(condition: Expression): this {
    this.where_ = dbx.and(this.where_, condition)
    return this
  }

  orWhere(condition: Expression): this {
    this.where_ = dbx.or(this.where_, condition)
    return this
  }

  join(kind: string, table: string, on: Expression): this {
    this.joins.push({ text: ` ${kind} ${table} ON ${on.text}`, parameters: on.parameters })
    return this
  }

  innerJoin(table: string, on: Expression): this {
    return this.join('INNER JOIN', table, on)
  }

  leftJoin(table: string, on: Expression): this {
    return this.join('LEFT JOIN', table, on)
  }

  rightJoin(table: string, on: Expression): this {
    return this.join('RIGHT JOIN', table, on)
  }

  orderBy(...columns: string[]): this {
    this.order = columns
    return this
  }

  andOrderBy(...columns: string[]): this {
    this.order.push(...columns)
    return this
  }

  limit(count: number): this {
    this.limit_ = count
    return this
  }

  offset(count: number): this {
    this.offset_ = count
    return this
  }

  /** The number of rows to return, and to leave out before; undefined for all rows. A negative limit is none, as in 0.22. */
  protected get range(): { limit: number; offset: number } | undefined {
    const offset = Math.max(0, Number(this.offset_) || 0)
    const isLimited = this.limit_ !== undefined && this.limit_ >= 0
    if (!isLimited && offset === 0) return undefined
    return { limit: isLimited ? Number(this.limit_) : Number.MAX_SAFE_INTEGER, offset }
  }

  protected get parameters(): Plain {
    return Object.assign({}, this.where_.parameters, ...this.joins.map(({ parameters }) => parameters))
  }
}

/** The builder of SELECT statements of 0.22. */
class SelectQuery extends Clauses {
  readonly #call: Call
  #columns: string[]
  #tables: string[] = []
  #groups: string[] = []
  #having: Expression = { text: '', parameters: {} }
  #isDistinct = false
  #unions: Expression[] = []

  constructor(call: Call, columns: string[]) {
    super()
    this.#call = call
    this.#columns = columns
  }

  select(...columns: string[]): this {
    this.#columns = columns
    return this
  }

  andSelect(...columns: string[]): this {
    this.#columns.push(...columns)
    return this
  }

  from(...tables: string[]): this {
    this.#tables = tables
    return this
  }

  distinct(isDistinct: boolean): this {
    this.#isDistinct = isDistinct
    return this
  }

  groupBy(...columns: string[]): this {
    this.#groups = columns
    return this
  }

  union(query: Query): this {
    return this.#addUnion('UNION', query)
  }

  unionAll(query: Query): this {
    return this.#addUnion('UNION ALL', query)
  }

  #addUnion(word: string, { expression: { text, parameters } }: Query): this {
    this.#unions.push({ text: ` ${word} ${text}`, parameters })
    return this
  }

  having(condition: Expression): this {
    this.#having = condition
    return this
  }

  build(): Query {
    const part = (word: string, text: string) => (text === '' ? '' : ` ${word} ${text}`)
    const text = [
      `SELECT ${this.#isDistinct ? 'DISTINCT ' : ''}${this.#columns.join(', ') || '*'}`,
      part('FROM', this.#tables.join(', ')),
      ...this.joins.map(join => join.text),
      part('WHERE', this.where_.text),
      part('GROUP BY', this.#groups.join(', ')),
      part('HAVING', this.#having.text),
      ...this.#unions.map(({ text: union }) => union),
      part('ORDER BY', this.order.join(', ')),
      this.range ? ` LIMIT ${this.range.limit} OFFSET ${this.range.offset}` : '',
    ].join('')
    return new Query(
      this.#call,
      text,
      Object.assign({}, this.parameters, this.#having.parameters, ...this.#unions.map(union => union.parameters)),
    )
  }

  all = (list: unknown[]): void => this.build().all(list)
  one = (target: unknown): void => this.limit(1).build().one(target)
  column = (list: unknown[]): void => this.build().column(list)
}

/** A query for the records of a collection. */
export class RecordQuery extends Clauses {
  readonly #call: Call
  readonly #collection: Collection

  constructor(call: Call, collection: Collection) {
    super()
    this.#call = call
    this.#collection = collection
  }

  records(): Record[] {
    const selection = {
      joins: this.joins.map(({ text }) => text).join(''),
      where: this.where_.text,
      order: this.order.join(', '),
      ...this.range,
      parameters: this.parameters,
    }
    const rows = this.#call('select', this.#collection.id, selection) as Plain[]
    return rows.map(values => recordOf(this.#collection, values))
  }

  all(list: unknown[]): void {
    list.splice(0, list.length, ...this.records())
  }

  /** Fills a record. As records know their collection, the filled one takes the place of the given one's values. */
  one(target: Record): void {
    const [found] = this.limit(1).records()
    if (!found) throw nothingFound()
    target.become(found)
  }
}

/** Creates a record with stored values. */
export function recordOf(collection: Collection, values: Plain): Record {
  const record = new Record(collection)
  record.loadStored(values)
  return record
}

/** The query builder of 0.22. */
export function createDb(call: Call, transactional: (work: (tx: unknown) => unknown) => unknown) {
  const set = (values: Plain) => {
    const parts = Object.keys(values)
      .sort()
      .map(column => ({ column, ...dbx.hashExp({ [column]: values[column] ?? '' }) }))
    return {
      columns: parts.map(({ column }) => `[[${column}]]`),
      parts,
      parameters: Object.assign({}, ...parts.map(part => part.parameters)),
    }
  }
  const whereOf = (condition: Expression | undefined) => (condition?.text ? ` WHERE ${condition.text}` : '')
  return {
    newQuery: (text: string) => new Query(call, text),
    select: (...columns: string[]) => new SelectQuery(call, columns),
    insert: (table: string, values: Plain) => {
      const { columns, parts, parameters } = set(values)
      const bound = parts.map(({ text }) => text.slice(text.indexOf('=') + 1))
      return new Query(call, `INSERT INTO {{${table}}} (${columns.join(', ')}) VALUES (${bound.join(', ')})`, parameters)
    },
    update: (table: string, values: Plain, condition?: Expression) => {
      const { parts, parameters } = set(values)
      const text = `UPDATE {{${table}}} SET ${parts.map(part => part.text).join(', ')}${whereOf(condition)}`
      return new Query(call, text, { ...parameters, ...condition?.parameters })
    },
    /** Inserts a row, or updates the one with the same values in the columns of the constraint, by default its id. */
    upsert: (table: string, values: Plain, ...constraint: string[]) => {
      const { columns, parts, parameters } = set(values)
      const bound = parts.map(({ text }) => text.slice(text.indexOf('=') + 1))
      const unique = (constraint.length > 0 ? constraint : ['id']).map(column => `[[${column}]]`).join(', ')
      const text = `INSERT INTO {{${table}}} (${columns.join(', ')}) VALUES (${bound.join(', ')}) ON CONFLICT (${unique}) DO UPDATE SET ${parts.map(part => part.text).join(', ')}`
      return new Query(call, text, parameters)
    },
    delete: (table: string, condition?: Expression) =>
      new Query(call, `DELETE FROM {{${table}}}${whereOf(condition)}`, condition?.parameters),
    transactional,
  }
}
