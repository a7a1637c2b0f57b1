const comment = String.raw`--[^\n]*|/\*[^]*?(?:\*/|$)`
const placeholder = String.raw`[?:@$]\w*`
const doubleQuoted = '"(?:[^"]|"")*"?'
const word = String.raw`[\p{L}_][\p{L}\p{N}_$]*`
const number = String.raw`(?:\d|\.\d)[\w.]*(?:(?<=[eE])[+-]\d+)?`

interface Quotes {
  text: string
  name: string
  /** A quoted name or, if no such name exists, a text. */
  ambiguous?: string
}

const quotes = {
  sqlite: { text: `[xX]?'(?:[^']|'')*'?`, name: '`(?:[^`]|``)*`?|\\[[^\\]]*\\]?', ambiguous: doubleQuoted },
  postgres: {
    text: String.raw`[eE]'(?:[^'\\]|\\[^]|'')*'?|[bBxX]?'(?:[^']|'')*'?|\$(?<tag>\w*)\$[^]*?(?:\$\k<tag>\$|$)`,
    name: doubleQuoted,
  },
} satisfies Record<string, Quotes>

const tokenOf = ({ text, name, ambiguous = '(?!)' }: Quotes): RegExp =>
  new RegExp(
    `(?<comment>${comment})|(?<value>${text})|(?<visible>${name}|${placeholder}|${word})|(?<ambiguous>${ambiguous})|(?<number>${number})`,
    'gu',
  )

const tokens = { sqlite: tokenOf(quotes.sqlite), postgres: tokenOf(quotes.postgres) }

/** Formats a statement on one line for the console, and replaces the values in it with question marks. */
export function maskValues(statement: string, database: keyof typeof tokens): string {
  return statement
    .replace(tokens[database], (all, ...found) => {
      const groups = found.at(-1) as Record<string, string | undefined>
      if (groups.visible !== undefined) return all
      if (groups.comment !== undefined) return ' '
      return groups.ambiguous === undefined ? '?' : '"?"'
    })
    .replace(/\s+/g, ' ')
    .trim()
}
