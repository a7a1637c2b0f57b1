/** Scrolls a table sideways until a column is between the sticky columns. */
export function revealColumn(head: HTMLElement): void {
  const frame = head.closest('table')?.parentElement
  const row = head.parentElement
  if (!frame || !row || getComputedStyle(head).left !== 'auto') return
  const { left, right } = head.getBoundingClientRect()
  const bounds = frame.getBoundingClientRect()
  let from = bounds.left
  let to = bounds.left + frame.clientWidth
  for (const other of row.children) {
    const style = getComputedStyle(other)
    const box = other.getBoundingClientRect()
    if (style.left !== 'auto') from = Math.max(from, box.right)
    else if (style.right !== 'auto') to = Math.min(to, box.left)
  }
  // A column that is too wide shows its beginning.
  if (left < from || right - left > to - from) frame.scrollLeft -= from - left
  else if (right > to) frame.scrollLeft += right - to
}
