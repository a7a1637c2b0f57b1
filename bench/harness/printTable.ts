/** Prints rows below their headings, with aligned columns; numbers are right-aligned. */
export function printTable(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const texts = [headings, ...rows].map(row => row.map(cell => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)))
  const widths = headings.map((_, column) => Math.max(...texts.map(row => row[column]?.length ?? 0)))
  texts.forEach((row, index) => {
    const cells = row.map((cell, column) => {
      const isNumber = typeof rows[0]?.[column] === 'number'
      return isNumber ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
    })
    console.log(cells.join('  ').trimEnd())
    if (index === 0) console.log(widths.map(width => '-'.repeat(width)).join('  '))
  })
}
