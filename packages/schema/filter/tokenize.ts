import { isFunctionName, type Span } from './tree.ts'

/**
 * A token of a filter. Comments are tokens too, for editors. An invalid token has an error message, so that an unfinished filter
 * can still be highlighted.
 */
export type Token =
  | { kind: 'identifier' | 'number' | 'operator' | 'join' | 'open' | 'close' | 'comma' | 'comment'; text: string; span: Span }
  | { kind: 'text'; text: string; value: string; span: Span }
  | { kind: 'invalid'; text: string; problem: string; span: Span }

const operatorRun = /^\??(?:!?=|[<>]=?|!?~)$/
const number = /^-?\d+(?:\.\d+)?$/
const identifier = /^[@#]?[\w.:]+$/
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

/** Kinds of tokens that are maximal runs of certain characters, and the pattern that a run must match. */
const runs = [
  { kind: 'comment', pattern: /\/\/[^\n]*/y },
  { kind: 'number', pattern: /-?\d[\w.:@#]*/y },
  { kind: 'identifier', pattern: /[A-Za-z_@#][\w.:@#]*/y },
  { kind: 'operator', pattern: /[=?!<>~]+/y },
  { kind: 'join', pattern: /[&|]+/y },
  { kind: 'open', pattern: /\(/y },
  { kind: 'close', pattern: /\)/y },
] as const

type RunKind = (typeof runs)[number]['kind']

function problemOf(kind: RunKind, text: string, next: string | undefined): string | undefined {
  if (kind === 'number') return number.test(text) ? undefined : `${text} is not a number.`
  if (kind === 'operator') return operatorRun.test(text) ? undefined : `${text} is not an operator.`
  if (kind === 'join') return text === '&&' || text === '||' ? undefined : `Join conditions with && or ||, not with ${text}.`
  if (kind !== 'identifier') return undefined
  if (next === '(' && !isFunctionName(text)) return `Functions such as ${text}() aren't supported in filters.`
  return identifier.test(text) && !/[.:@#]$/.test(text) ? undefined : `${text} is not the name of a field.`
}

function endOfText(source: string, start: number): number | undefined {
  const quote = source[start]
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === quote) return at + 1
  }
  return undefined
}

function readText(source: string, start: number): Token {
  const end = endOfText(source, start)
  const span = { start, end: end ?? source.length }
  const text = source.slice(start, end)
  if (end === undefined) return { kind: 'invalid', text, problem: `Missing closing ${source[start]}.`, span }
  const value = text.slice(1, -1).replace(/\\([\\"'nrt])/g, (_, escaped: string) => escapes[escaped] ?? escaped)
  return { kind: 'text', text, value, span }
}

function readRun(source: string, start: number): Token | undefined {
  for (const { kind, pattern } of runs) {
    pattern.lastIndex = start
    const text = pattern.exec(source)?.[0]
    if (text === undefined) continue
    const span = { start, end: start + text.length }
    const problem = problemOf(kind, text, source[span.end])
    return problem === undefined ? { kind, text, span } : { kind: 'invalid', text, problem, span }
  }
  return undefined
}

function readToken(source: string, start: number): Token {
  if (source[start] === '"' || source[start] === "'") return readText(source, start)
  const run = readRun(source, start)
  if (run) return run
  const text = String.fromCodePoint(source.codePointAt(start) ?? 0)
  return {
    kind: 'invalid',
    text,
    problem: `${JSON.stringify(text)} cannot stand here.`,
    span: { start, end: start + text.length },
  }
}

const commaAt = (at: number): Token => ({ kind: 'comma', text: ',', span: { start: at, end: at + 1 } })

/** Splits the text of a filter into tokens. Never throws. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  /** Whether each open parenthesis belongs to a function, whose arguments have commas between them. */
  const calls: boolean[] = []
  const space = /[ \t\n]*/y
  let at = 0
  while (true) {
    space.lastIndex = at
    space.exec(source)
    at = space.lastIndex
    if (at >= source.length) return tokens
    const token = source[at] === ',' && calls.at(-1) ? commaAt(at) : readToken(source, at)
    const before = tokens.at(-1)
    if (token.kind === 'open') calls.push(before !== undefined && isFunctionName(before.text) && before.span.end === at)
    if (token.kind === 'close') calls.pop()
    tokens.push(token)
    at = token.span.end
  }
}
