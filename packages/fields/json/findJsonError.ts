import { findNumberLoss } from './findNumberLoss.ts'

/** A JSON syntax error: its UTF-16 offset and a sentence that suggests a fix. */
export interface JsonError {
  position: number
  message: string
}

type Expected = 'value' | 'item' | 'name' | 'member' | 'colon' | 'comma'

const space = /[ \t\r\n]*/y
const run = /[-+.\w$]+/y
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const closing: Record<string, string> = { '{': '}', '[': ']' }

class JsonSyntaxError extends Error {
  readonly position: number

  constructor(position: number, message: string) {
    super(message)
    this.position = position
  }
}

function matchAt(pattern: RegExp, text: string, position: number): string {
  pattern.lastIndex = position
  return pattern.exec(text)?.[0] ?? ''
}

/** Returns the end of the string that starts at the offset. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === 0x22) return at + 1
    if (sign === 0x5c) {
      const length = matchAt(escaped, text, at).length
      if (length === 0) throw new JsonSyntaxError(at, `${text.slice(at, at + 2)} stands for nothing: write \\\\ for a backslash.`)
      at += length - 1
    } else if (sign === 0x0a || sign === 0x0d) {
      throw new JsonSyntaxError(start, 'this text lacks its closing ", or has a line break, which is written \\n.')
    } else if (sign < 0x20) {
      throw new JsonSyntaxError(at, 'a control character in a text is written as in \\t or \\u0001.')
    }
  }
  throw new JsonSyntaxError(start, 'this text lacks its closing ".')
}

/** Returns the end of the number or word that starts at the offset. */
function endOfWord(text: string, start: number): number {
  const word = matchAt(run, text, start)
  if (word === 'true' || word === 'false' || word === 'null') return start + word.length
  if (number.test(word)) {
    const loss = findNumberLoss(word)
    if (loss) throw new JsonSyntaxError(start, loss)
    return start + word.length
  }
  const low = word.toLowerCase()
  if (low === 'true' || low === 'false' || low === 'null') throw new JsonSyntaxError(start, `${word} is written ${low}.`)
  if (/^[-+.\d]/.test(word)) throw new JsonSyntaxError(start, `${word} is not how a number is written.`)
  if (text[start] === "'") throw new JsonSyntaxError(start, 'texts stand in double quotes.')
  if (text[start] === '/') throw new JsonSyntaxError(start, 'there are no comments.')
  throw new JsonSyntaxError(
    start,
    word === '' ? `a value is missing before ${text[start]}.` : `texts such as ${word} stand in double quotes.`,
  )
}

const lineOf = (text: string, position: number): number => text.slice(0, position).split('\n').length

function wrongName(sign: string, position: number): JsonSyntaxError {
  if (sign === '}') return new JsonSyntaxError(position, 'the comma before this } has to go.')
  return new JsonSyntaxError(position, 'the name of a member, in double quotes, is missing here.')
}

/** Scans token by token. Uses an explicit stack, because recursion would overflow the call stack on deep nesting. */
function scan(text: string): void {
  const open: number[] = []
  let expected: Expected = 'value'
  let at = 0
  const inside = () => text[open.at(-1) ?? -1]
  while (true) {
    at += matchAt(space, text, at).length
    const sign = text[at]
    if (sign === undefined) break
    const isEnd = sign === closing[inside() ?? '']
    if (isEnd && (expected === 'comma' || expected === 'item' || expected === 'member')) {
      open.pop()
      at++
      expected = 'comma'
    } else if (expected === 'comma') {
      if (open.length === 0) throw new JsonSyntaxError(at, 'nothing may follow the value.')
      if (sign !== ',') throw new JsonSyntaxError(at, `a comma or ${closing[inside() ?? '']} is missing before this.`)
      expected = inside() === '{' ? 'name' : 'value'
      at++
    } else if (expected === 'name' || expected === 'member') {
      if (sign !== '"') throw wrongName(sign, at)
      at = endOfText(text, at)
      expected = 'colon'
    } else if (expected === 'colon') {
      if (sign !== ':') throw new JsonSyntaxError(at, 'a : is missing between the name and its value.')
      at++
      expected = 'value'
    } else if (sign === '{' || sign === '[') {
      open.push(at++)
      expected = sign === '{' ? 'member' : 'item'
    } else {
      if (isEnd && sign === ']') throw new JsonSyntaxError(at, 'the comma before this ] has to go.')
      at = sign === '"' ? endOfText(text, at) : endOfWord(text, at)
      expected = 'comma'
    }
  }
  const last = open.at(-1)
  if (expected === 'value') throw new JsonSyntaxError(at, 'a value is missing at the end.')
  if (last !== undefined) {
    throw new JsonSyntaxError(
      at,
      `a ${closing[inside() ?? '']} is missing at the end, for the ${inside()} in line ${lineOf(text, last)}.`,
    )
  }
}

/** Finds the first syntax error, or the first number that would lose digits; undefined if the JSON is fine. */
export function findJsonError(text: string): JsonError | undefined {
  try {
    scan(text)
    return undefined
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    const { position, message } = error
    const column = position - text.lastIndexOf('\n', position - 1)
    return { position, message: `Invalid JSON at line ${lineOf(text, position)}, column ${column}: ${message}` }
  }
}
