import { databaseTime } from '../../db/databaseTime.ts'
import type { Engine } from '../../db/engine.ts'
import type { LoggedChange } from '../log/ChangeEntry.ts'
import { moveCursor, readBatch } from '../log/readBatch.ts'
import type { PlannedDelivery, PlanResult } from './Delivery.ts'
import { addDeliveries, haveRoom } from './storedDeliveries.ts'

/** Number of changes that are planned together. */
const batchSize = 20

/**
 * A durable consumer of the log of changes. It has a cursor of its own, and turns each change into deliveries, which a `DeliveryQueue`
 * carries out.
 */
export interface LogConsumer {
  /** The name of the cursor. */
  name: string
  /** Returns what the targets are to receive of changes. Called again for the same changes if the server ends before they are sent. */
  plan: (changes: readonly LoggedChange[]) => Promise<PlannedDelivery[]>
  /** Whether changes stay in the log while too many deliveries to a target wait. By default these deliveries are parked. */
  waitsForRoom?: boolean
}

/**
 * Plans the deliveries of the next changes. The cursor moves in the transaction that stores the deliveries, so that each change is
 * planned exactly once.
 */
export async function planDeliveries(
  db: Engine,
  { name, plan, waitsForRoom = false }: LogConsumer,
  size = batchSize,
): Promise<PlanResult> {
  const batch = await readBatch(db, name, size)
  if (batch.changes.length === 0 && !batch.hasMore) return false
  const planned = await plan(batch.changes)
  const isPlanned = await db.transaction(async transaction => {
    if (waitsForRoom && !(await haveRoom(transaction, name, planned))) return false
    if (await moveCursor(transaction, name, batch))
      await addDeliveries(transaction, name, planned, databaseTime(db), !waitsForRoom)
    return true
  })
  return isPlanned ? batch.hasMore : 'full'
}
