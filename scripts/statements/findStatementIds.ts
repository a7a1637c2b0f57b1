/** Matches a string after an opening parenthesis, such as the name of a test; skipped tests do not match. */
const namePattern = /(?<!\.(?:skip|todo))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g

/** `M05.7`, or a range: `M05.7–9`, `M05.7-M05.9`. */
const idPattern = /\b(M\d+)\.(\d+)(?:\s?[–-]\s?(?:(M\d+)\.)?(\d+))?/g

function* expand(name: string): Generator<string> {
  for (const [, group, first, endGroup = group, last = first] of name.matchAll(idPattern)) {
    const end = endGroup === group ? Number(last) : Number(first)
    for (let number = Number(first); number <= end; number += 1) yield `${group}.${number}`
  }
}

/** Returns the ids of statements in the test names of a source text, with ranges expanded. */
export function findStatementIds(source: string): Set<string> {
  return new Set([...source.matchAll(namePattern)].flatMap(([, , name = '']) => [...expand(name)]))
}
