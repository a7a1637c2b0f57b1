import { Rejection } from '../errors/Rejection.ts'
import { isTemporary } from './DatabaseError.ts'
import { findDiskProblem } from './diskProblem.ts'
import type { Engine } from './engine.ts'

interface EndableEngine {
  engine: Engine
  /**
   * Waits for the running operations, and rejects all later ones.
   * @throws the error after which the transaction cannot be committed, even if the work has caught it
   */
  end: () => Promise<void>
}

/** Whether an error ends the whole transaction, which has to run again. */
const isFinal = (error: unknown): boolean => isTemporary(error) || findDiskProblem(error) !== undefined

/** Returns an engine over one transaction. Work that continues after the transaction is rejected, because the connection is reused. */
export function endableEngine(within: Engine): EndableEngine {
  const running = new Set<Promise<unknown>>()
  let failure: { error: unknown } | undefined
  let hasEnded = false
  const use = async <T>(operate: () => Promise<T>): Promise<T> => {
    if (hasEnded) throw new Rejection('conflict', { message: 'The transaction of this hook has ended.' })
    if (failure) throw failure.error
    const operation = operate()
    running.add(operation)
    try {
      return await operation
    } catch (error) {
      if (isFinal(error)) failure ??= { error }
      throw error
    } finally {
      running.delete(operation)
    }
  }
  return {
    engine: {
      ...within,
      rows: (...given) => use(() => within.rows(...given)),
      row: statement => use(() => within.row(statement)),
      transaction: work => use(() => within.transaction(work)),
    },
    end: async () => {
      hasEnded = true
      await Promise.allSettled(running)
      if (failure) throw failure.error
    },
  }
}
