export type CodeBlockLanguage = 'javascript' | 'dart' | 'shell' | 'json'

/** A piece of code with its kind; plain text has none. */
export interface HighlightedToken {
  text: string
  kind?: 'comment' | 'text' | 'name' | 'number' | 'word'
}

const text = `'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"`
const number = String.raw`(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])`
const words = (list: string) => `\\b(?:${list.replaceAll(' ', '|')})\\b`
const constants = 'true false null'

const grammars: Record<CodeBlockLanguage, RegExp> = {
  json: new RegExp(`(?<name>"(?:[^"\\\\]|\\\\.)*"(?=:))|(?<text>${text})|(?<number>${number})|(?<word>${words(constants)})`, 'g'),
  javascript: new RegExp(
    `(?<comment>//[^\\n]*)|(?<text>${text})|(?<number>${number})|(?<word>${words(`${constants} import from const new await`)})`,
    'g',
  ),
  dart: new RegExp(
    `(?<comment>//[^\\n]*)|(?<text>${text})|(?<number>${number})|(?<word>${words(`${constants} import as final await async`)})`,
    'g',
  ),
  // A single-quoted shell string is literal and can span several lines.
  shell: /(?<comment>^#[^\n]*)|(?<text>'[^']*')|(?<word>^curl\b|(?<=\s)-{1,2}[\w-]+)/gm,
}

const kinds = ['comment', 'text', 'name', 'number', 'word'] as const

/** Splits code into pieces for highlighting. Sufficient for samples; not a parser of the language. */
export function highlightCode(code: string, language: CodeBlockLanguage): HighlightedToken[] {
  const tokens: HighlightedToken[] = []
  let end = 0
  for (const match of code.matchAll(grammars[language])) {
    if (match.index > end) tokens.push({ text: code.slice(end, match.index) })
    const kind = kinds.find(name => match.groups?.[name] !== undefined)
    tokens.push({ text: match[0], ...(kind && { kind }) })
    end = match.index + match[0].length
  }
  if (end < code.length) tokens.push({ text: code.slice(end) })
  return tokens
}
