import type { Plain } from '../../pb/Host.ts'

/** A condition in SQL, with its parameters. */
export interface Expression {
  text: string
  parameters: Plain
}

let last = 0

function bind(value: unknown): Expression {
  const name = `p${++last}_`
  return { text: `{:${name}}`, parameters: { [name]: value } }
}

const quoted = (column: string): string => (/[.([{`\s]/.test(column) ? column : `[[${column}]]`)

function joined(parts: readonly Expression[], separator: string): Expression {
  const used = parts.filter(({ text }) => text !== '')
  const text = used.length > 1 ? used.map(part => `(${part.text})`).join(separator) : (used[0]?.text ?? '')
  return { text, parameters: Object.assign({}, ...used.map(({ parameters }) => parameters)) }
}

const exp = (text: string, parameters: Plain = {}): Expression => ({ text, parameters: { ...parameters } })

function inList(column: string, values: readonly unknown[], word: string): Expression {
  if (values.length === 0) return exp(word === 'IN' ? '0=1' : '')
  const list = values.map(bind)
  return {
    text: `${quoted(column)} ${word} (${list.map(({ text }) => text).join(', ')})`,
    parameters: joined(list, ',').parameters,
  }
}

function equal(column: string, value: unknown): Expression {
  if (value === null || value === undefined) return exp(`${quoted(column)} IS NULL`)
  if (Array.isArray(value)) return value.length === 1 ? equal(column, value[0]) : inList(column, value, 'IN')
  const bound = bind(value)
  return { ...bound, text: `${quoted(column)}=${bound.text}` }
}

/** An expression whose wildcards can be chosen. */
class Like implements Expression {
  readonly #column: string
  readonly #values: readonly unknown[]
  readonly #word: string
  readonly #separator: string
  #sides: [boolean, boolean] = [true, true]

  constructor(column: string, values: readonly unknown[], word: string, separator: string) {
    this.#column = column
    this.#values = values
    this.#word = word
    this.#separator = separator
  }

  get #compiled(): Expression {
    const [left, right] = this.#sides
    const parts = this.#values.map(value => {
      const escaped = String(value).replaceAll(/[\\%_]/g, '\\$&')
      const bound = bind(`${left ? '%' : ''}${escaped}${right ? '%' : ''}`)
      return { ...bound, text: `${quoted(this.#column)} ${this.#word} ${bound.text} ESCAPE '\\'` }
    })
    return joined(parts, this.#separator)
  }

  get text(): string {
    return this.compile().text
  }

  get parameters(): Plain {
    return this.compile().parameters
  }

  #once: Expression | undefined

  compile(): Expression {
    this.#once ??= this.#compiled
    return this.#once
  }

  match(left: boolean, right: boolean): this {
    this.#sides = [left, right]
    return this
  }
}

const between =
  (word: string) =>
  (column: string, from: unknown, to: unknown): Expression => {
    const [low, high] = [bind(from), bind(to)]
    return {
      text: `${quoted(column)} ${word} ${low.text} AND ${high.text}`,
      parameters: { ...low.parameters, ...high.parameters },
    }
  }

/** `$dbx` of 0.22. */
export const dbx = {
  exp,
  hashExp: (values: Plain): Expression =>
    joined(
      Object.keys(values)
        .sort()
        .map(column => equal(column, values[column])),
      ' AND ',
    ),
  not: ({ text, parameters }: Expression): Expression => ({ text: text && `NOT (${text})`, parameters }),
  and: (...parts: Expression[]): Expression => joined(parts, ' AND '),
  or: (...parts: Expression[]): Expression => joined(parts, ' OR '),
  in: (column: string, ...values: unknown[]): Expression => inList(column, values, 'IN'),
  notIn: (column: string, ...values: unknown[]): Expression => inList(column, values, 'NOT IN'),
  like: (column: string, ...values: unknown[]) => new Like(column, values, 'LIKE', ' AND '),
  orLike: (column: string, ...values: unknown[]) => new Like(column, values, 'LIKE', ' OR '),
  notLike: (column: string, ...values: unknown[]) => new Like(column, values, 'NOT LIKE', ' AND '),
  orNotLike: (column: string, ...values: unknown[]) => new Like(column, values, 'NOT LIKE', ' OR '),
  exists: ({ text, parameters }: Expression): Expression => ({ text: `EXISTS (${text})`, parameters }),
  notExists: ({ text, parameters }: Expression): Expression => ({ text: `NOT EXISTS (${text})`, parameters }),
  between: between('BETWEEN'),
  notBetween: between('NOT BETWEEN'),
}
