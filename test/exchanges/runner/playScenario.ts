import type { Difference, Scenario, Step } from './Exchange.ts'
import { Play, type Stage } from './Play.ts'

/** The first step of a scenario that differs from its recording. */
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

/** Plays a scenario up to its first step that differs from the recording; undefined if there is none. */
export async function playScenario(scenario: Scenario, stage: Stage): Promise<Problem | undefined> {
  const play = new Play(stage)
  let [step, what] = [0, 'listeners']
  try {
    for (const listener of scenario.listeners ?? []) await play.listen(listener)
    for (const next of scenario.steps) {
      step += 1
      what = describeStep(next)
      const differences = await play.step(next)
      if (differences.length > 0) return { step, what, differences }
    }
    return undefined
  } catch (error) {
    return { step, what, differences: thrown(error) }
  } finally {
    play.close()
  }
}
