const comment = String.raw`--[^\n]*|/\*[^]*?(?:\*/|$)`
const quotedName = '`(?:[^`]|``)*`?|\\[[^\\]]*\\]?'
const placeholder = String.raw`[?:@$]\w*`
const text = `[xX]?'(?:[^']|'')*'?`
/** A quoted name or, if no such name exists, a text. */
const ambiguous = '"(?:[^"]|"")*"?'
const word = String.raw`[\p{L}_][\p{L}\p{N}_$]*`
const number = String.raw`(?:\d|\.\d)[\w.]*(?:(?<=[eE])[+-]\d+)?`

const token = new RegExp(
  `(?<comment>${comment})|(?<value>${text})|(?<visible>${quotedName}|${placeholder}|${word})|(?<ambiguous>${ambiguous})|(?<number>${number})`,
  'gu',
)

/** Formats a statement on one line for the console, and replaces the values in it with question marks. */
export const maskValues = (statement: string): string =>
  statement
    .replace(token, (all, commentText?: string, _value?: string, visible?: string, ambiguousText?: string) => {
      if (visible !== undefined) return all
      if (commentText !== undefined) return ' '
      return ambiguousText === undefined ? '?' : '"?"'
    })
    .replace(/\s+/g, ' ')
    .trim()
