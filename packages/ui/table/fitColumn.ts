/** Returns the cells of a column. Rows with fewer cells than the header are notices and spacers. */
function cellsBelow(head: HTMLTableCellElement): HTMLTableCellElement[] {
  const width = head.parentElement?.children.length
  const rows = [...(head.closest('table')?.tBodies ?? [])].flatMap(body => [...body.rows])
  return rows.flatMap(({ cells }) => {
    const cell = cells.length === width ? cells[head.cellIndex] : undefined
    return cell ? [cell] : []
  })
}

/** Clones the content of a cell without its size limits. */
function copyContent(cell: HTMLTableCellElement): HTMLElement {
  const { font, paddingLeft, paddingRight } = getComputedStyle(cell)
  const copy = document.createElement('div')
  copy.append(...[...cell.childNodes].map(node => node.cloneNode(true)))
  Object.assign(copy.style, { font, paddingLeft, paddingRight })
  return copy
}

/** Returns the width in pixels that fits the header and the rendered values of a column. */
export function fitColumn(head: HTMLTableCellElement): number {
  const sheet = document.createElement('div')
  sheet.inert = true
  Object.assign(sheet.style, { position: 'absolute', visibility: 'hidden', width: 'max-content', whiteSpace: 'nowrap' })
  sheet.append(...[head, ...cellsBelow(head)].map(copyContent))
  const frame = head.closest('table')?.parentElement ?? document.body
  frame.append(sheet)
  const width = Math.ceil(sheet.getBoundingClientRect().width) + 1
  sheet.remove()
  return width
}
