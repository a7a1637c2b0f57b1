/** What became of each item of a batch. */
export interface BatchOutcome<Item> {
  done: Item[]
  failed: { item: Item; error: unknown }[]
}

/** Runs an action for each item, a few at a time. One failure does not stop the others. */
export async function inTurn<Item>(
  items: readonly Item[],
  action: (item: Item) => Promise<void>,
  atOnce = 4,
): Promise<BatchOutcome<Item>> {
  const outcome: BatchOutcome<Item> = { done: [], failed: [] }
  const waiting = items.values()
  const work = async () => {
    for (const item of waiting) {
      try {
        await action(item)
        outcome.done.push(item)
      } catch (error) {
        outcome.failed.push({ item, error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return outcome
}
