import { type Host, type Plain, resultOf } from './Host.ts'

/** A statement with `{:name}` for each parameter, as in 0.22. */
export class Query {
  readonly #host: Host
  readonly #statement: string
  #parameters: Plain = {}

  constructor(host: Host, statement: string) {
    this.#host = host
    this.#statement = statement
  }

  bind(parameters: Plain): this {
    this.#parameters = { ...this.#parameters, ...parameters }
    return this
  }

  execute() {
    return resultOf(this.#host.execute(this.#statement, this.#parameters))
  }

  /** Fills a list with the rows of a query, as objects. */
  all(rows: Plain[]): void {
    rows.splice(0, rows.length, ...this.#host.query(this.#statement, this.#parameters))
  }
}
