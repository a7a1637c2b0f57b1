import type { JoinedRow } from './Joins.ts'
import type { Predicate } from './Predicate.ts'

interface Group {
  parts: Predicate[]
  rows: Set<JoinedRow>
}

const sharesRows = (group: Group, part: Predicate): boolean => [...part.rows].some(row => group.rows.has(row))

/**
 * Groups conditions that share rows, directly or through others: one combination of rows has to meet all conditions of a group.
 * Conditions that read no joined rows are left out.
 */
export function groupByRows(predicates: readonly Predicate[]): Predicate[][] {
  let groups: Group[] = []
  for (const predicate of predicates) {
    if (predicate.rows.size === 0) continue
    const empty: Group = { parts: [], rows: new Set() }
    const [group = empty, ...others] = groups.filter(group => sharesRows(group, predicate))
    for (const part of [...others.flatMap(({ parts }) => parts), predicate]) {
      group.parts.push(part)
      for (const row of part.rows) group.rows.add(row)
    }
    groups = [...groups.filter(other => other !== group && !others.includes(other)), group]
  }
  return groups.map(({ parts }) => parts)
}
