import type { Json } from './Exchange.ts'
import { writeExact } from './exactJson.ts'
import type { Problem } from './playScenario.ts'

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '(absent)' : writeExact(value as Json)
  return text.length <= 1000 ? text : `${text.slice(0, 1000)}… (${text.length} characters)`
}

/** Describes a problem as text: the step and the differences. */
export function writeProblem({ step, what, differences }: Problem): string {
  const lines = differences
    .slice(0, 12)
    .map(({ at, expected, got }) => `  ${at}\n    expected ${shorten(expected)}\n    got      ${shorten(got)}`)
  const more = differences.length > 12 ? [`  … and ${differences.length - 12} more`] : []
  return [`step ${step} ${what}`, ...lines, ...more].join('\n')
}
