import type { Problem } from './playScenario.ts'

/** What a node says in a response with status 503 when its lease has lapsed, as on a busy machine. */
const lapsed = /This node (was cut off from the others|is not up to date with the others)/

/**
 * Whether a scenario has failed because a node was cut off from the others, and has said so. It then does not know whether it has made a
 * change. Any other difference, also of other responses with status 503, counts.
 */
export function isCutOff({ differences }: Problem): boolean {
  const got = (place: string) => differences.find(({ at }) => at === place)?.got
  const failed = got('status') === 503 ? got('response') : got('error')
  return lapsed.test(String(failed))
}
