const comment = String.raw`--[^\n]*|/\*[^]*?(?:\*/|$)`
const quotedName = '`(?:[^`]|``)*`?|\\[[^\\]]*\\]?'
const placeholder = String.raw`[?:@$]\w*`
const text = `[xX]?'(?:[^']|'')*'?`
/** A name or, where SQLite finds no such name, a text. */
const doubtful = '"(?:[^"]|"")*"?'
const word = String.raw`[\p{L}_][\p{L}\p{N}_$]*`
const number = String.raw`(?:\d|\.\d)[\w.]*(?:(?<=[eE])[+-]\d+)?`

const token = new RegExp(
  `(?<comment>${comment})|(?<value>${text})|(?<kept>${quotedName}|${placeholder}|${word})|(?<doubtful>${doubtful})|(?<number>${number})`,
  'gu',
)

/** A statement on one line for people to read: its names stay, each value that is written into it becomes a question mark. */
export const maskValues = (statement: string): string =>
  statement
    .replace(token, (all, isComment?: string, _isValue?: string, isKept?: string, isDoubtful?: string) => {
      if (isKept !== undefined) return all
      if (isComment !== undefined) return ' '
      return isDoubtful === undefined ? '?' : '"?"'
    })
    .replace(/\s+/g, ' ')
    .trim()
