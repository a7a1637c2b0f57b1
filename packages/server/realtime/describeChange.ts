import { isDatabaseError, isTemporary } from '../db/DatabaseError.ts'
import { findDiskProblem } from '../db/diskProblem.ts'
import { readsView } from '../db/engine.ts'
import type { Audience } from './Audience.ts'
import { createEvent, EarlierRightsError, RemovedNeededError } from './createEvent.ts'
import { describedChangeOf } from './DescribedChange.ts'
import type { DescribedEvents, DescribeRequest, RealtimeContext } from './DescribedEvents.ts'
import { type GroupedAudience, groupAudiences, maxAudiencesPerBatch } from './groupAudiences.ts'
import { hasOptions, parseSubscription } from './parseSubscription.ts'
import { isForAdminsOnly } from './subscriberConditions.ts'
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
  const described = describedChangeOf(app, request)
  if (!described) return { texts: [], textOf: audiences.map(() => undefined), late: [], needRemoved: [], spentMs: 0 }
  const { grouped, spentMs: groupingMs } = await groupAudiences(described, audiences, yieldThread)
  const withOptions = new Map<string, GroupedAudience>()
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
      if (error instanceof RemovedNeededError) needsRemoved.add(key)
      else if (error instanceof EarlierRightsError) late.add(key)
      else throw error
    }
    return undefined
  }
  const messages = new Map<string, string | undefined>()
  for (const { key, audience } of grouped) {
    if (hasOptions(audience.subscription)) withOptions.set(key, { key, audience })
    else if (!messages.has(key)) {
      if (messages.size % maxAudiencesPerBatch === maxAudiencesPerBatch - 1) await yieldThread()
      messages.set(key, await describe(key, audience).catch(ignoreInvalid))
    }
  }
  const evaluate = ({ key, audience }: GroupedAudience, deadline: number) =>
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
  const textOf = grouped.map(({ key }) => {
    if (needsProcess.has(key)) return null
    const message = messages.get(key)
    return message === undefined ? undefined : positionOf(message)
  })
  // If only admins can see the records, other clients do not receive `@resync`: it would reveal a change.
  for (const { key, audience } of withOptions.values()) {
    const isAdmin = audience.listener.kind === 'admin'
    if (!isAdmin && isForAdminsOnly(described.collection, parseSubscription(audience.subscription))) late.delete(key)
  }
  const positionsOf = (some: ReadonlySet<string>) => grouped.flatMap(({ key }, index) => (some.has(key) ? [index] : []))
  return {
    texts,
    textOf,
    late: positionsOf(late),
    spentMs: groupingMs + budget.spentMs,
    needRemoved: positionsOf(needsRemoved),
  }
}
