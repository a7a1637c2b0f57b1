/** A parsed CREATE INDEX statement. */
export interface Index {
  isUnique: boolean
  /** Whether the statement has a WHERE clause. */
  isPartial: boolean
  /** Lower-case names; undefined for an expression. */
  columns: (string | undefined)[]
  /** Whether the index begins with the largest value of its first column. */
  isDescending: boolean
}

const name = '(?:`[^`]*`|"[^"]*"|\\[[^\\]]*\\]|\'[^\']*\'|\\w+)'
const head = new RegExp(`^\\s*create\\s+(unique\\s+)?index\\s.*?\\son\\s+(?:${name}\\s*\\.\\s*)?${name}\\s*\\(`, 'is')
const column = new RegExp(`^\\s*(${name})(?:\\s+collate\\s+\\S+)?(?:\\s+(?:asc|desc))?\\s*$`, 'i')

const quotes: Record<string, string> = { '`': '`', '"': '"', "'": "'", '[': ']' }

/** Splits the text in parentheses at its commas, starting after the opening one. Returns the parts and the text after the closing one. */
function splitParts(text: string, start: number): { parts: string[]; rest: string } {
  const parts: string[] = []
  let begin = start
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const sign = text[at] as string
    const closing = quotes[sign]
    if (closing !== undefined) {
      const end = text.indexOf(closing, at + 1)
      at = end < 0 ? text.length : end
    } else if (sign === '(') depth++
    else if (sign === ')' && depth > 0) depth--
    else if (depth === 0 && (sign === ',' || sign === ')')) {
      parts.push(text.slice(begin, at))
      begin = at + 1
      if (sign === ')') return { parts, rest: text.slice(begin) }
    }
  }
  return { parts, rest: '' }
}

const columnName = (part: string): string | undefined =>
  column
    .exec(part)?.[1]
    ?.replace(/^[`"'[](.*)[`"'\]]$/s, '$1')
    .toLowerCase()

/** Parses a `CREATE INDEX` statement; undefined for any other statement. */
export function readIndex(statement: string): Index | undefined {
  const start = head.exec(statement)
  if (!start) return undefined
  const { parts, rest } = splitParts(statement, start[0].length)
  return {
    isUnique: start[1] !== undefined,
    isPartial: /^\s*where\s/i.test(rest),
    columns: parts.map(columnName),
    isDescending: /\sdesc\s*$/i.test(parts[0] ?? ''),
  }
}
