import type { Samples } from '../../../packages/dashboard/screens/apiDocs/samples/languages.ts'

/** What samples read from the client, the same in both languages. */
const pb = { authStore: { model: { id: 'OWN_ID', team: 'OWN_TEAM', data: { team: 'OWN_TEAM' } } } }

/** Files are sent beside the body in Dart. */
const page = { querySelector: () => ({ files: [] }) }

const bracket = /'(?:\\.|[^'\\])*'|[{}]/g

/** Evaluates the map that begins where a pattern ends; maps of Dart with texts as keys are objects of JavaScript. */
const mapAfter = (code: string, pattern: RegExp): unknown => {
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

/** Returns what a call signs in with, names and sends, as its JavaScript and its Dart sample have it. */
export const compareSamples = ({ javascript, dart }: Samples) => ({
  javascript: partsOf(javascript, /\.(?:create\(|update\([^,]+, )(?={)/),
  dart: partsOf(dart, /body: (?={)/),
})
