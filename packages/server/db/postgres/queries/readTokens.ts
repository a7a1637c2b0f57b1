import { storedName } from '../translate.ts'

/** A token of a query, as PostgreSQL reads it. */
export interface Token {
  /** The token in PostgreSQL's syntax. */
  text: string
  kind: 'keyword' | 'name' | 'function' | 'string' | 'number' | 'operator'
  /** Its position in the query. */
  start: number
  end: number
}

/** The tokens of a query, and what PostgreSQL's syntax cannot express. */
export interface Tokens {
  list: Token[]
  /** The names in double quotes, which are strings for SQLite if there is no such column. */
  quotedNames: ReadonlySet<string>
  /** The full names of those that PostgreSQL stores cut. */
  fullNames: ReadonlyMap<string, string>
}

/** Words that are always keywords in a query, unless they follow a dot. All other words are names, also if PostgreSQL reserves them. */
const keywords = new Set(
  `all and as asc between by case cast coalesce collate cross desc distinct else end escape except exists false from full group having
  in inner intersect is isnull join left like limit natural not notnull null nullif offset on or order outer right select then true
  union using values when where with`.split(/\s+/),
)

/** Words that are keywords only before a certain token. */
const keywordsBefore: Readonly<Record<string, RegExp>> = {
  current: /^row$/i,
  filter: /^\($/,
  groups: /^(?:between|unbounded|current|\d+)$/i,
  nulls: /^(?:first|last)$/i,
  partition: /^by$/i,
  range: /^(?:between|unbounded|current|\d+)$/i,
  rows: /^(?:between|unbounded|current|\d+)$/i,
  unbounded: /^(?:preceding|following)$/i,
}

/** Words that are keywords only after a certain token. */
const keywordsAfter: Readonly<Record<string, RegExp>> = {
  first: /^nulls$/i,
  following: /^(?:unbounded|\d+)$/i,
  last: /^nulls$/i,
  over: /^\)$/,
  preceding: /^(?:unbounded|\d+)$/i,
  recursive: /^with$/i,
  row: /^current$/i,
}

/** Keywords of SQLite that stand for the moment of the query. */
const moments: Readonly<Record<string, string>> = {
  current_date: 'date',
  current_time: 'time',
  current_timestamp: 'datetime',
}

/** Keywords and operators of SQLite without a counterpart. */
const notPortable: Readonly<Record<string, string>> = {
  glob: 'Write LIKE',
  regexp: 'Write LIKE',
  match: 'Write LIKE',
  '&': 'Write an expression without bit operators',
  '|': 'Write an expression without bit operators',
  '<<': 'Write an expression without bit operators',
  '>>': 'Write an expression without bit operators',
  '~': 'Write an expression without bit operators',
}

const pattern =
  /(?<skipped>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<blob>[xX]'[^']*')|(?<string>'(?:[^']|'')*')|(?<name>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?<number>0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<operator>->>|->|\|\||<<|>>|<=|>=|<>|!=|==|[-+*/%<>=&|~(),.;])|(?<other>.)/gsu

type Part = { group: string; text: string; start: number }

function partsOf(query: string): Part[] {
  const parts: Part[] = []
  for (const match of query.matchAll(pattern)) {
    const [group] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ['other']
    if (group !== 'skipped') parts.push({ group, text: match[0], start: match.index })
  }
  return parts
}

function unquoted(text: string): string {
  const closing = text.at(-1) as string
  return text.slice(1, -1).replaceAll(closing + closing, closing)
}

const rejected = (text: string, remedy: string): Error => new Error(`${text} is not portable to PostgreSQL. ${remedy}.`)

/** The words and operators between which an operand of `||` and of arithmetic operators must be in parentheses. */
const separates = /^(?:[,;]|<=|>=|<>|!=|==|=|<|>)$/

/**
 * Reads the tokens of a query in SQLite's syntax: names in any quotes, names in any case, and keywords of PostgreSQL as names.
 * @throws Error for what is not portable
 */
class Reader {
  readonly list: Token[] = []
  readonly quotedNames = new Set<string>()
  readonly fullNames = new Map<string, string>()
  readonly #parts: Part[]
  /** What each open parenthesis belongs to, and the operators in it since the last separator. */
  readonly #open: { isCast: boolean; joins: boolean; calculates: boolean }[] = [
    { isCast: false, joins: false, calculates: false },
  ]

  constructor(query: string) {
    this.#parts = partsOf(query)
    for (let index = 0; index < this.#parts.length; index += 1) index = this.#read(index)
  }

  #push(kind: Token['kind'], text: string, { start, text: source }: Part): void {
    this.list.push({ kind, text, start, end: start + source.length })
  }

  #name(name: string): string {
    const stored = storedName(name)
    if (stored !== name) this.fullNames.set(stored, name)
    return `"${stored.replaceAll('"', '""')}"`
  }

  /** Reads the token at an index, and returns the index of its last part. */
  #read(index: number): number {
    const part = this.#parts[index] as Part
    if (part.group === 'word') return this.#readWord(part, index)
    if (part.group === 'string') this.#push('string', part.text, part)
    else if (part.group === 'number') this.#push('number', part.text, part)
    else if (part.group === 'operator') this.#readOperator(part)
    // A name is never empty, so this is a string for SQLite.
    else if (part.text === '""') this.#push('string', `''`, part)
    else if (part.group === 'name') {
      if (part.text.startsWith('"')) this.quotedNames.add(storedName(unquoted(part.text)))
      this.#push('name', this.#name(unquoted(part.text)), part)
    } else if (part.group === 'blob') throw rejected('A blob literal', 'Write a text')
    else if ('?$:@'.includes(part.text)) throw new Error('parameters are not supported')
    else throw new Error(`unrecognized token: "${part.text}"`)
    return index
  }

  #readWord(part: Part, index: number): number {
    const word = part.text.toLowerCase()
    const next = this.#parts[index + 1]?.text ?? ''
    const previous = this.#parts[index - 1]?.text ?? ''
    const isCall = next === '('
    if (Object.hasOwn(notPortable, word) && !isCall && previous !== '.') throw rejected(part.text, notPortable[word] as string)
    if (Object.hasOwn(moments, word) && previous !== '.') this.list.push(...momentTokens(moments[word] as string, part))
    else if (previous !== '.' && this.#isKeyword(word, previous, next)) return this.#readKeyword(word, part, index)
    else if (isCall) this.#push('function', `"${word}"`, part)
    else this.#push('name', this.#name(part.text), part)
    return index
  }

  #isKeyword(word: string, previous: string, next: string): boolean {
    if (Object.hasOwn(keywordsBefore, word)) return keywordsBefore[word]?.test(next) === true
    if (Object.hasOwn(keywordsAfter, word)) return keywordsAfter[word]?.test(previous) === true
    return keywords.has(word)
  }

  #readKeyword(word: string, part: Part, index: number): number {
    this.#separate()
    if (word === 'is') return this.#readIs(part, index)
    this.#push('keyword', word.toUpperCase(), part)
    return word === 'as' && this.#open.at(-1)?.isCast ? this.#readType(index) : index
  }

  /** `IS` compares any two values in SQLite, null with null. */
  #readIs(part: Part, index: number): number {
    const words = [1, 2].map(offset => (this.#parts[index + offset]?.text ?? '').toLowerCase())
    const isNegated = words[0] === 'not'
    const operand = isNegated ? words[1] : words[0]
    const isTest = /^(?:null|true|false|distinct)$/.test(operand ?? '')
    this.#push('keyword', isTest ? `IS${isNegated ? ' NOT' : ''}` : `IS${isNegated ? '' : ' NOT'} DISTINCT FROM`, part)
    return isNegated ? index + 1 : index
  }

  /** Reads the words of a type as one name, without its length, which has no meaning in SQLite. */
  #readType(index: number): number {
    const words: string[] = []
    let at = index + 1
    for (; this.#parts[at]?.group === 'word' || this.#parts[at]?.group === 'name'; at += 1)
      words.push(this.#parts[at]?.text as string)
    if (words.length === 0) return index
    const last = this.#parts[at - 1] as Part
    if (this.#parts[at]?.text === '(') while (at < this.#parts.length && this.#parts[at++]?.text !== ')');
    this.#push('name', this.#name(words.join(' ').toLowerCase()), last)
    return at - 1
  }

  #readOperator(part: Part): void {
    const { text } = part
    if (Object.hasOwn(notPortable, text)) throw rejected(`The operator ${text}`, notPortable[text] as string)
    const before = this.list.at(-1)
    if (text === '(') this.#open.push({ isCast: before?.text === 'CAST', joins: false, calculates: false })
    else if (text === ')') {
      if (this.#open.length > 1) this.#open.pop()
    } else if (separates.test(text)) this.#separate()
    else if (text === '||' || /^[-+*/%]$/.test(text)) this.#combine(text, before)
    this.#push('operator', text === '==' ? '=' : text, part)
  }

  /** SQLite evaluates `||` before arithmetic operators, PostgreSQL after them. */
  #combine(operator: string, before: Token | undefined): void {
    const isUnary = before === undefined || before.kind === 'keyword' || (before.kind === 'operator' && before.text !== ')')
    const open = this.#open.at(-1)
    if (!open || isUnary) return
    if (operator === '||') open.joins = true
    else open.calculates = true
    if (open.joins && open.calculates)
      throw rejected('|| beside an arithmetic operator', 'Write parentheses around the arithmetic expression')
  }

  #separate(): void {
    const open = this.#open.at(-1)
    if (open) Object.assign(open, { joins: false, calculates: false })
  }
}

const momentTokens = (name: string, { start, text }: Part): Token[] =>
  [`"${name}"`, '(', `'now'`, ')'].map(token => ({
    text: token,
    kind: token === `'now'` ? 'string' : token.startsWith('"') ? 'function' : 'operator',
    start,
    end: start + text.length,
  }))

/**
 * Reads the tokens of a query in SQLite's syntax.
 * @throws Error for what is not portable
 */
export function readTokens(query: string): Tokens {
  return new Reader(query)
}
