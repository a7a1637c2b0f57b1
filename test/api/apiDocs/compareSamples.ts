import type { Samples } from '../../../packages/dashboard/screens/apiDocs/samples/languages.ts'

/** The client properties that samples read, the same in both languages. */
const pb = { authStore: { model: { id: 'OWN_ID', team: 'OWN_TEAM', data: { team: 'OWN_TEAM' } } } }

/** In Dart, files are sent separately from the body. */
const page = { querySelector: () => ({ files: [] }) }

const bracket = /'(?:\\.|[^'\\])*'|[{}]/g

/** Evaluates the map literal after a pattern; Dart maps with string keys are valid JavaScript objects. */
function mapAfter(code: string, pattern: RegExp): unknown {
  const found = pattern.exec(code)
  if (found === null) return undefined
  const start = found.index + found[0].length
  let depth = 0
  for (const match of code.slice(start).matchAll(bracket)) {
    if (match[0] === '{') depth++
    if (match[0] === '}' && --depth === 0) {
      const text = code.slice(start, start + match.index + 1)
      const value: unknown = new Function('pb', 'document', `return (${text})`)(pb, page)
      return JSON.parse(JSON.stringify(value))
    }
  }
  throw new Error(`The map does not end: ${code.slice(start)}`)
}

const partsOf = (code: string, bodyStart: RegExp) => ({
  instructions: code.match(/^\/\/ (Replace|The) .*$/gm),
  signIn: /^await (.*authWithPassword\(.*\))/m.exec(code)?.[1],
  record: /\.(getOne|update|delete)\(\s*([^,)]+)/.exec(code)?.[2],
  body: mapAfter(code, bodyStart),
  query: mapAfter(code, /query: (?={)/),
  headers: mapAfter(code, /headers: (?={)/),
})

/** Returns the credentials, ids and body of a call, as its JavaScript and its Dart sample have them. */
export function compareSamples({ javascript, dart }: Samples) {
  return {
    javascript: partsOf(javascript, /\.(?:create\(|update\([^,]+, )(?={)/),
    dart: partsOf(dart, /body: (?={)/),
  }
}
