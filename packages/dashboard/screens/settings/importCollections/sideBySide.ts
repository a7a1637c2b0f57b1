import { diffLines, diffWordsWithSpace } from 'diff'

/** A part of a line, and whether it differs from the other side. */
export interface DiffSpan {
  text: string
  isChanged: boolean
}

/** Two lines side by side. A side without a line is undefined. */
export interface DiffRow {
  kind: 'same' | 'different'
  before: DiffSpan[] | undefined
  after: DiffSpan[] | undefined
}

export interface SkippedRows {
  kind: 'skipped'
  count: number
}

/** Number of unchanged lines shown around a change. */
const contextLines = 2

const linesOf = (text: string): string[] => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')

const whole = (text: string): DiffSpan[] => [{ text, isChanged: false }]

function pairLines(before: string | undefined, after: string | undefined): DiffRow {
  if (before === undefined || after === undefined) {
    return {
      kind: 'different',
      before: before === undefined ? undefined : whole(before),
      after: after === undefined ? undefined : whole(after),
    }
  }
  const words = diffWordsWithSpace(before, after)
  const side = (isOther: (word: (typeof words)[number]) => boolean) =>
    words.filter(word => !isOther(word)).map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }))
  return { kind: 'different', before: side(({ added }) => added), after: side(({ removed }) => removed) }
}

/** Compares two texts line by line. Long runs of unchanged lines are skipped. */
export function sideBySide(before: string, after: string): (DiffRow | SkippedRows)[] {
  const parts = diffLines(before, after)
  const rows: (DiffRow | SkippedRows)[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    const next = parts[at + 1]
    if (part.removed && next?.added) {
      const [old, now] = [linesOf(part.value), linesOf(next.value)]
      for (let line = 0; line < Math.max(old.length, now.length); line++) rows.push(pairLines(old[line], now[line]))
      at++
    } else if (part.removed) rows.push(...linesOf(part.value).map(line => pairLines(line, undefined)))
    else if (part.added) rows.push(...linesOf(part.value).map(line => pairLines(undefined, line)))
    else rows.push(...shorten(linesOf(part.value), at === 0, at === parts.length - 1))
  }
  return rows
}

/** Shortens a run of unchanged lines to those near a change. */
function shorten(lines: readonly string[], isFirst: boolean, isLast: boolean): (DiffRow | SkippedRows)[] {
  const same = (line: string): DiffRow => ({ kind: 'same', before: whole(line), after: whole(line) })
  const head = isFirst ? 0 : contextLines
  const tail = isLast ? 0 : contextLines
  const count = lines.length - head - tail
  if (count <= 1) return lines.map(same)
  return [...lines.slice(0, head).map(same), { kind: 'skipped', count }, ...lines.slice(lines.length - tail).map(same)]
}
