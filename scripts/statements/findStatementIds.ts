/** A string that follows an opening parenthesis, as a test's name does; names of skipped tests do not count. */
const namePattern = /(?<!\.(?:skip|todo))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g

/** `M05.7`, or a range: `M05.7–9`, `M05.7-M05.9`. */
const idPattern = /\b(M\d+)\.(\d+)(?:\s?[–-]\s?(?:(M\d+)\.)?(\d+))?/g

function* expand(name: string): Generator<string> {
  for (const [, group, first, endGroup = group, last = first] of name.matchAll(idPattern)) {
    const end = endGroup === group ? Number(last) : Number(first)
    for (let number = Number(first); number <= end; number += 1) yield `${group}.${number}`
  }
}

/** The numbers of statements that the names of tests in a source text carry; ranges are written out. */
export const findStatementIds = (source: string): Set<string> =>
  new Set([...source.matchAll(namePattern)].flatMap(([, , name = '']) => [...expand(name)]))
