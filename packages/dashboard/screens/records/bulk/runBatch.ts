/** The result of a batch. Items that an abort skipped are in neither list. */
export interface BatchOutcome<Item> {
  done: Item[]
  failed: { item: Item; error: unknown }[]
}

interface BatchOptions {
  /** Maximum number of actions that run at the same time. */
  concurrency?: number
  /** Called after each item with the number of finished items. */
  report?: (count: number) => void
  /** Aborting it starts no further items. */
  signal?: AbortSignal
}

/** Runs an action for each item with limited concurrency. A failure does not stop the others. */
export async function runBatch<Item>(
  items: readonly Item[],
  action: (item: Item) => Promise<void>,
  { concurrency = 4, report, signal }: BatchOptions = {},
): Promise<BatchOutcome<Item>> {
  const outcome: BatchOutcome<Item> = { done: [], failed: [] }
  const waiting = items.values()
  const work = async () => {
    for (const item of waiting) {
      if (signal?.aborted) return
      try {
        await action(item)
        outcome.done.push(item)
      } catch (error) {
        outcome.failed.push({ item, error })
      }
      report?.(outcome.done.length + outcome.failed.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work))
  return outcome
}
