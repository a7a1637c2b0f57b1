/** Inserts a name into a text, with blanks where needed. Returns the text and the position after the name. */
export function insertName(text: string, place: number, name: string): { text: string; place: number } {
  const before = text.slice(0, place)
  const after = text.slice(place)
  const gap = before === '' || /[\s(]$/.test(before) ? '' : ' '
  const behind = /^[\w"'@]/.test(after) ? ' ' : ''
  return { text: before + gap + name + behind + after, place: before.length + gap.length + name.length }
}
