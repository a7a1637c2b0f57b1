type Row = readonly (string | number)[]

/** Formats rows below their headings as texts of equal length by column; numbers are right-aligned. */
function align(headings: readonly string[], rows: readonly Row[]) {
  const texts = [headings, ...rows].map(row => row.map(cell => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)))
  const columns = headings.map((_, column) => ({
    width: Math.max(...texts.map(row => row[column]?.length ?? 0)),
    isNumber: typeof rows[0]?.[column] === 'number',
  }))
  const [heading = [], ...lines] = texts.map(row =>
    columns.map(({ width, isNumber }, column) => {
      const cell = row[column] ?? ''
      return isNumber ? cell.padStart(width) : cell.padEnd(width)
    }),
  )
  return { columns, heading, lines }
}

/** Prints rows below their headings, with aligned columns; numbers are right-aligned. */
export function printTable(headings: readonly string[], rows: readonly Row[]): void {
  const { columns, heading, lines } = align(headings, rows)
  const rule = columns.map(({ width }) => '-'.repeat(width))
  for (const cells of [heading, rule, ...lines]) console.log(cells.join('  ').trimEnd())
}

/** Prints rows below their headings as a table in Markdown. */
export function printMarkdown(headings: readonly string[], rows: readonly Row[]): void {
  const { columns, heading, lines } = align(headings, rows)
  const rule = columns.map(({ width, isNumber }) => (isNumber ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  for (const cells of [heading, rule, ...lines]) console.log(`| ${cells.join(' | ')} |`)
}
