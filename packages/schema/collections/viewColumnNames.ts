const noise = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g
const lastName = /(?:^|[\s.)])[`"[]?(\w+)[`"\]]?\s*$/
const quotedName = /[`"[]([^`"[\]]+)[`"\]]\s*$/

/**
 * The names that a view's select statement gives its columns, so that we know whether a view can be sorted by `created` before
 * its first row is there. A reading good enough for that: the server alone understands the statement.
 */
export function viewColumnNames(query: string): string[] {
  return selectedColumns(query).flatMap(column => lastName.exec(column)?.[1] ?? [])
}

/** Returns what each column of a view's select statement is called: its name, or its expression where it has none. */
export function viewColumns(query: string): string[] {
  return selectedColumns(query).map(
    column => quotedName.exec(column)?.[1] ?? lastName.exec(column)?.[1] ?? column.replace(/\s+/g, ' ').trim(),
  )
}

function selectedColumns(query: string): string[] {
  const text = query.replace(noise, match => (match.startsWith("'") ? "''" : ' '))
  const start = /\bselect\b(?:\s+distinct\b)?/i.exec(text)
  return start === null ? [] : topLevelColumns(text.slice(start.index + start[0].length))
}

/** Splits a select list at its commas, up to the FROM that belongs to it. */
function topLevelColumns(text: string): string[] {
  const columns: string[] = []
  let depth = 0
  let column = ''
  for (const token of text.match(/[(),]|\bfrom\b|[^(),\s]+?(?=[(),\s]|$)|\s+/gi) ?? []) {
    if (depth === 0 && token.toLowerCase() === 'from') break
    if (depth === 0 && token === ',') {
      columns.push(column)
      column = ''
      continue
    }
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    column += token
  }
  return [...columns, column]
}
