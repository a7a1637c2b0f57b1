/** What became of each item of a batch; those that a stop left out are in neither list. */
export interface BatchOutcome<Item> {
  done: Item[]
  failed: { item: Item; error: unknown }[]
}

interface BatchOptions {
  /** How many run at the same time. */
  atOnce?: number
  /** Hears after each item how many are through. */
  report?: (count: number) => void
  /** No further item is begun once it says so. */
  signal?: AbortSignal
}

/** Runs an action for each item, a few at a time. One failure does not stop the others. */
export async function inTurn<Item>(
  items: readonly Item[],
  action: (item: Item) => Promise<void>,
  { atOnce = 4, report, signal }: BatchOptions = {},
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
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return outcome
}
