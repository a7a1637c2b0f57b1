import { FilterError } from './FilterError.ts'
import { type Token, tokenize } from './tokenize.ts'
import { type FilterNode, type FunctionName, isFunctionName, type Leaf, type Operand, type Operator, type Span } from './tree.ts'

/** Maximum nesting depth of groups, so that code can walk the tree recursively. */
const maxDepth = 300

/** Reads tokens one by one; `peek` returns undefined at the end. */
class Cursor {
  readonly #tokens: Token[]
  readonly #end: Span
  #next = 0
  depth = 0

  constructor(source: string) {
    this.#tokens = tokenize(source).filter(token => token.kind !== 'comment')
    const last = this.#tokens.at(-1)?.span.end ?? source.length
    this.#end = { start: last, end: last }
  }

  peek(): Token | undefined {
    const token = this.#tokens[this.#next]
    if (token?.kind === 'invalid') throw new FilterError(token.problem, token.span)
    return token
  }

  skip(): void {
    this.#next++
  }

  /** The position at which a missing token is reported. */
  here(): Span {
    return this.#tokens[this.#next]?.span ?? this.#end
  }
}

const around = (first: Span, last: Span): Span => ({ start: first.start, end: last.end })

/** Minimum and maximum number of arguments. */
const argumentCounts: Readonly<Record<FunctionName, readonly [number, number]>> = { strftime: [2, 10], geoDistance: [4, 4] }

/** Reads the arguments of a function, from its parenthesis on. */
function readCall(cursor: Cursor, name: FunctionName, start: Span): Operand {
  const args: Leaf[] = []
  do {
    cursor.skip()
    const arg = readOperand(cursor, `Expected an argument of ${name}().`)
    if (arg.kind === 'call') throw new FilterError('A function cannot be an argument of another one.', arg.span)
    args.push(arg)
  } while (cursor.peek()?.kind === 'comma')
  const close = cursor.peek()
  if (close?.kind !== 'close') throw new FilterError('Missing closing ).', cursor.here())
  cursor.skip()
  const span = around(start, close.span)
  const [min, max] = argumentCounts[name]
  if (args.length < min || args.length > max)
    throw new FilterError(`${name}() has ${min === max ? min : `${min} to ${max}`} arguments, not ${args.length}.`, span)
  return { kind: 'call', name, args, span }
}

function readOperand(cursor: Cursor, missing: string): Operand {
  const token = cursor.peek()
  if (token?.kind !== 'identifier' && token?.kind !== 'number' && token?.kind !== 'text')
    throw new FilterError(missing, cursor.here())
  cursor.skip()
  const { span } = token
  if (token.kind === 'text') return { kind: 'text', value: token.value, span }
  if (token.kind === 'number') return { kind: 'number', value: Number(token.text), text: token.text, span }
  if (isFunctionName(token.text) && cursor.peek()?.kind === 'open') return readCall(cursor, token.text, span)
  return { kind: 'identifier', name: token.text, span }
}

function readComparison(cursor: Cursor): FilterNode {
  const left = readOperand(cursor, 'Expected a condition.')
  const token = cursor.peek()
  if (token?.kind !== 'operator') throw new FilterError('Expected an operator such as = or ~.', cursor.here())
  cursor.skip()
  const right = readOperand(cursor, `Expected a field or a value after ${token.text}.`)
  const any = token.text.startsWith('?')
  const operator = (any ? token.text.slice(1) : token.text) as Operator
  return { kind: 'comparison', left, operator, any, right, span: around(left.span, right.span) }
}

function readTerm(cursor: Cursor): FilterNode {
  const open = cursor.peek()
  if (open?.kind !== 'open') return readComparison(cursor)
  cursor.skip()
  if (++cursor.depth > maxDepth) throw new FilterError(`Groups can be nested at most ${maxDepth} levels deep.`, open.span)
  const node = readAlternatives(cursor)
  cursor.depth--
  const close = cursor.peek()
  if (close?.kind !== 'close') throw new FilterError('Missing closing ).', open.span)
  cursor.skip()
  return { ...node, span: around(open.span, close.span) }
}

function readJoined(cursor: Cursor, kind: 'and' | 'or', join: '&&' | '||', readPart: (cursor: Cursor) => FilterNode): FilterNode {
  const first = readPart(cursor)
  const parts = [first]
  let last = first
  for (let token = cursor.peek(); token?.kind === 'join' && token.text === join; token = cursor.peek()) {
    cursor.skip()
    last = readPart(cursor)
    parts.push(last)
  }
  return parts.length === 1 ? first : { kind, parts, span: around(first.span, last.span) }
}

const readConjunction = (cursor: Cursor): FilterNode => readJoined(cursor, 'and', '&&', readTerm)

const readAlternatives = (cursor: Cursor): FilterNode => readJoined(cursor, 'or', '||', readConjunction)

/**
 * Parses a filter or rule. `&&` binds tighter than `||`; a group of one condition is that condition.
 * Throws a FilterError for invalid syntax.
 */
export function parseFilter(source: string): FilterNode {
  const cursor = new Cursor(source)
  if (cursor.peek() === undefined) throw new FilterError('The filter is empty.', { start: 0, end: source.length })
  const node = readAlternatives(cursor)
  const rest = cursor.peek()
  if (rest?.kind === 'close') throw new FilterError('Unmatched ).', rest.span)
  if (rest) throw new FilterError('Join conditions with && or ||.', rest.span)
  return node
}
