import { isDeepStrictEqual } from 'node:util'
import { timesOf } from './evaluateGoal.ts'
import type { LineResult } from './measureLine.ts'

/** One line on two servers: the figures of the first one as a multiple of the other one's, where more is better. */
export interface LineComparison {
  name: string
  rate: number
  p50: number
  work: number
  /** Minimum of `rate`; undefined without a goal. */
  goal: number | undefined
  /** Whether the servers had the same first response. */
  isSame: boolean
}

/** Compares the lines that both servers could be measured on. */
export function compareServers(results: readonly LineResult[], ours: string, theirs: string): LineComparison[] {
  return results
    .filter(({ contestant }) => contestant === ours)
    .flatMap(({ line, result, response }) => {
      const other = results.find(({ contestant, line: { name } }) => contestant === theirs && name === line.name)
      if (!other || 'wrong' in result || 'wrong' in other.result) return []
      return {
        name: line.name,
        rate: result.rate / other.result.rate,
        p50: other.result.p50 / result.p50,
        work: other.result.work / result.work,
        goal: timesOf(line),
        isSame: isDeepStrictEqual(response?.json, other.response?.json),
      }
    })
}

/** Share of the rate of another build below which a line is slower. */
const minShare = 0.97

/** Returns the lines whose rate is lower by more than 3 %, the slowest first. */
export function slowerLines(lines: readonly LineComparison[]): LineComparison[] {
  return lines.filter(({ rate }) => rate < minShare).toSorted((one, other) => one.rate - other.rate)
}
