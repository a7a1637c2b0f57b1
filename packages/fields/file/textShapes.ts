const jsonToken = /\s+|[{}[\]:,]|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
/** What may be left over where a token was cut off. */
const cutToken = /^(?:"(?:[^"\\\n]|\\.)*\\?|-|-?\d+\.|-?\d+(?:\.\d+)?[eE][+-]?|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)$/

/** Whether a text is a JSON object or list, or the beginning of one. */
export function looksLikeJson(text: string, isWhole: boolean): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  if (isWhole) {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  let position = 0
  while (position < text.length) {
    jsonToken.lastIndex = position
    if (!jsonToken.test(text)) return cutToken.test(text.slice(position))
    position = jsonToken.lastIndex
  }
  return /^\s*(?:\[|\{\s*(?:"|$))/.test(text)
}

/** The number of cells in each row; quoted cells may hold separators and line breaks. */
function cellCounts(text: string, separator: string): number[] {
  const counts: number[] = []
  let cells = 1
  let quoted = false
  let isBlank = true
  for (const character of text) {
    if (character === '"') quoted = !quoted
    else if (!quoted && character === separator) cells += 1
    else if (!quoted && character === '\n') {
      if (!isBlank) counts.push(cells)
      cells = 1
      isBlank = true
      continue
    }
    if (character !== '\r') isBlank = false
  }
  return isBlank ? counts : [...counts, cells]
}

/** Whether a text is a table: at least two rows, all with the same number of cells, at least two. */
export function looksLikeTable(text: string, separator: string, isWhole: boolean): boolean {
  const counts = cellCounts(text, separator)
  const complete = isWhole ? counts : counts.slice(0, -1)
  const [width = 0] = complete
  return complete.length >= 2 && width >= 2 && complete.every(count => count === width)
}
