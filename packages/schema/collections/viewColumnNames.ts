const noise = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g
const lastName = /(?:^|[\s.)])[`"[]?(\w+)[`"\]]?\s*$/
const quotedName = /[`"[]([^`"[\]]+)[`"\]]\s*$/

/**
 * Returns the column names of a view's SELECT statement, so that the dashboard knows whether a view can be sorted by `created`
 * before the first row has loaded. An approximation: only the server parses the statement fully.
 */
export function viewColumnNames(query: string): string[] {
  return selectedColumns(query).flatMap(column => lastName.exec(column)?.[1] ?? [])
}

/** Returns the name of each column of a view's SELECT statement, or its expression if it has no name. */
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

/** Splits a select list at its commas, up to its own FROM. */
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
