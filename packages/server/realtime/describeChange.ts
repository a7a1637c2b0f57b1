import { isDatabaseError, isTemporary } from '../db/DatabaseError.ts'
import { findDiskProblem } from '../db/diskProblem.ts'
import { readsView } from '../db/engine.ts'
import type { Audience } from './Audience.ts'
import { createEvent, RemovedNeededError } from './createEvent.ts'
import { changeOf } from './DescribedChange.ts'
import type { DescribedEvents, DescribeRequest, RealtimeContext } from './DescribedEvents.ts'
import { evaluationKey, isClosedTo, representativeOf } from './groupAudiences.ts'
import { hasOptions } from './parseSubscription.ts'
import type { TimeBudget } from './TimeBudget.ts'

/** Ignores errors of invalid rules and filters, which match no record. If the database cannot answer, nothing is known about the record. */
function ignoreInvalid(error: unknown): undefined {
  if (isTemporary(error) || findDiskProblem(error)) throw error
}

function ignoreUnlessDeadline(error: unknown): undefined {
  if (isDatabaseError(error, 'deadline')) throw error
  ignoreInvalid(error)
}

/** Maximum number of characters of the distinct events of one change. Without it, `fields` and `expand` multiply a long record. */
const maxCharacters = 32 * 1024 * 1024

/** Number of audiences evaluated before other work can run. */
const maxAudiencesPerBatch = 20

interface EvaluationOptions {
  /** For subscriptions with options. */
  budget: TimeBudget
  /** Lets other work run between two evaluations. */
  yieldThread: () => Promise<void>
}

/**
 * Creates the event of a change for each audience, as JSON. The conditions are checked on the version of the record that the change
 * left, with the current rights of the audience.
 * @throws DatabaseError if the database cannot answer, see `isTemporary`
 */
export async function describeChange(
  app: RealtimeContext,
  request: DescribeRequest,
  { budget, yieldThread }: EvaluationOptions,
): Promise<DescribedEvents> {
  const { audiences } = request
  const described = changeOf(app, request)
  if (!described) return { texts: [], textOf: audiences.map(() => undefined), late: [], needRemoved: [], spentMs: 0 }
  let parsingMs = 0
  const representatives: Audience[] = []
  const keys: string[] = []
  for (let start = 0; start < audiences.length; start += maxAudiencesPerBatch) {
    if (start > 0) await yieldThread()
    const startedAt = performance.now()
    const some = audiences.slice(start, start + maxAudiencesPerBatch).map(audience => representativeOf(described, audience))
    representatives.push(...some)
    keys.push(...some.map(audience => evaluationKey(described, audience)))
    parsingMs += performance.now() - startedAt
  }
  const withOptions = new Map<string, { key: string; audience: Audience }>()
  /** Keys of audiences whose evaluation reads a view. */
  const needsProcess = new Set<string>()
  const needsRemoved = new Set<string>()
  const late = new Set<string>()
  let characters = 0
  const describe = async (key: string, audience: Audience, deadline?: number): Promise<string | undefined> => {
    if (characters > maxCharacters) {
      late.add(key)
      return undefined
    }
    try {
      const event = await app.db.runWithoutViews(() => createEvent(described, audience, deadline))
      if (event !== readsView) {
        characters += event?.length ?? 0
        return event
      }
      needsProcess.add(key)
    } catch (error) {
      if (!(error instanceof RemovedNeededError)) throw error
      needsRemoved.add(key)
    }
    return undefined
  }
  const messages = new Map<string, string | undefined>()
  for (const [index, representative] of representatives.entries()) {
    const key = keys[index] ?? ''
    if (hasOptions(representative.subscription)) withOptions.set(key, { key, audience: representative })
    else if (!messages.has(key)) {
      if (messages.size % maxAudiencesPerBatch === maxAudiencesPerBatch - 1) await yieldThread()
      messages.set(key, await describe(key, representative).catch(ignoreInvalid))
    }
  }
  const evaluate = ({ key, audience }: { key: string; audience: Audience }, deadline: number) =>
    describe(key, audience, deadline).catch(ignoreUnlessDeadline)
  const inTime = await budget.evaluateAll(withOptions, evaluate, yieldThread)
  for (const key of withOptions.keys()) {
    if (inTime.has(key)) messages.set(key, inTime.get(key))
    else late.add(key)
  }
  const texts: string[] = []
  const positions = new Map<string, number>()
  const positionOf = (text: string): number => {
    const known = positions.get(text)
    if (known !== undefined) return known
    positions.set(text, texts.length)
    return texts.push(text) - 1
  }
  const textOf = keys.map(key => {
    if (needsProcess.has(key)) return null
    const message = messages.get(key)
    return message === undefined ? undefined : positionOf(message)
  })
  // If only admins can see the records, other clients are not told that an event may have been missed: it would reveal a change.
  for (const [key, { audience }] of withOptions) if (isClosedTo(described, audience)) late.delete(key)
  const positionsOf = (some: ReadonlySet<string>) => [...keys.keys()].filter(index => some.has(keys[index] ?? ''))
  return {
    texts,
    textOf,
    late: positionsOf(late),
    spentMs: parsingMs + budget.spentMs,
    needRemoved: positionsOf(needsRemoved),
  }
}
