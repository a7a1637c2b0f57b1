import type { Goal, Line } from './Line.ts'
import type { LineResult, Measurement } from './measureLine.ts'

/** Describes a goal and whether a measurement reaches it; undefined without a goal or without a line to compare with. */
export interface GoalResult {
  goal: string
  isMet: boolean | undefined
}

function measurementOf(results: readonly LineResult[], contestant: string, line: string): Measurement | undefined {
  const found = results.find(result => result.contestant === contestant && result.line.name === line)
  return found && !('wrong' in found.result) ? found.result : undefined
}

function compareWithGoal(goal: Goal, measured: Measurement, find: (line: string) => Measurement | undefined): GoalResult {
  switch (goal.kind) {
    case 'rate': {
      const floor = goal.peer * goal.times
      return { goal: `${floor.toLocaleString('en-US')}/s`, isMet: measured.rate >= floor }
    }
    case 'ratio':
      return { goal: '', isMet: undefined }
    case 'p50':
      return { goal: `p50 ${goal.milliseconds} ms`, isMet: measured.p50 <= goal.milliseconds }
    case 'p50 of': {
      const other = find(goal.line)
      const limit = other && other.p50 * goal.times
      return { goal: `p50 × ${goal.times}`, isMet: limit === undefined ? undefined : measured.p50 <= limit }
    }
  }
}

/** Compares one result with its goal. */
export function evaluateGoal(results: readonly LineResult[], { line, contestant, result }: LineResult): GoalResult {
  if (!line.goal) return { goal: '', isMet: undefined }
  if ('wrong' in result) return { goal: '', isMet: false }
  return compareWithGoal(line.goal, result, other => measurementOf(results, contestant, other))
}

/** Returns the minimum rate of a line as a multiple of another server's. */
export function timesOf({ goal }: Line): number | undefined {
  return goal?.kind === 'rate' || goal?.kind === 'ratio' ? goal.times : undefined
}
