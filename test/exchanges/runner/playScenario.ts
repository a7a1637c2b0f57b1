import type { Difference, Scenario, Step } from './Exchange.ts'
import { Play, type Stage } from './Play.ts'

/** The first step of a scenario that differs from its recording, or that does not differ although it is listed. */
export interface Problem {
  /** Counted from 1; 0 if the scenario failed before its first step. */
  step: number
  what: string
  differences: Difference[]
}

const describeStep = (step: Step): string =>
  'request' in step ? `${step.request.method} ${step.request.path}` : (Object.keys(step)[0] ?? '')

const thrown = (error: unknown): Difference[] => [
  { at: 'error', expected: '', got: error instanceof Error ? (error.stack ?? error.message) : error },
]

/**
 * Returns the differences of a step that are not intended.
 * @param intended the steps and values that differ
 * @param missing the ones of them that have not been found, from which the found ones are deleted
 */
function withoutIntended(step: number, differences: Difference[], intended: readonly string[], missing: Set<string>) {
  const others = differences.filter(({ at }) => {
    const found = [String(step), `${step}: ${at}`].find(name => intended.includes(name))
    if (found !== undefined) missing.delete(found)
    return found === undefined
  })
  // The whole response follows the differences, so that they can be understood.
  return others.every(({ at }) => at === 'response') ? [] : others
}

/**
 * Plays a scenario up to its first step that differs from the recording; undefined if there is none.
 * @param intended what must differ: steps, such as `2`, and values, such as `2: $.name`. Steps are counted from 1
 */
export async function playScenario(
  scenario: Scenario,
  stage: Stage,
  intended: readonly string[] = [],
): Promise<Problem | undefined> {
  const play = new Play(stage)
  const missing = new Set(intended)
  let [step, what] = [0, 'listeners']
  try {
    for (const listener of scenario.listeners ?? []) await play.listen(listener)
    for (const next of scenario.steps) {
      step += 1
      what = describeStep(next)
      const differences = withoutIntended(step, await play.step(next), intended, missing)
      if (differences.length > 0) return { step, what, differences }
    }
    const absent = [...missing].map(at => ({
      at,
      expected: 'an intended difference',
      got: 'none: remove it from deviations.json',
    }))
    return absent.length > 0 ? { step, what: 'intended differences', differences: absent } : undefined
  } catch (error) {
    return { step, what, differences: thrown(error) }
  } finally {
    play.close()
  }
}
