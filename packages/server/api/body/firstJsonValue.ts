import { Rejection } from '../../errors/Rejection.ts'
import { endOfString, parseJson } from './parseJson.ts'

/** Returns the end of the first JSON value if the text begins with an object, array or string, otherwise the end of the first word. */
function endOfFirstValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else if (depth === 0) return endOfWord(text, at)
    if (depth <= 0) return at + 1
  }
  return text.length
}

function endOfWord(text: string, start: number): number {
  const word = /[^\w.+-]/g
  word.lastIndex = start
  return word.exec(text)?.index ?? text.length
}

/**
 * Parses the first JSON value of a text and ignores the rest.
 * @throws SyntaxError if the text does not begin with a complete JSON value
 * @throws Rejection if the JSON exceeds a limit
 */
export function firstJsonValue(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof Rejection) throw error
    const start = text.search(/\S/)
    const end = start === -1 ? 0 : endOfFirstValue(text, start)
    if (end === 0 || end >= text.length) throw error
    return parseJson(text.slice(start, end))
  }
}
