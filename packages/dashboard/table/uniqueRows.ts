/** Flattens loaded pages without duplicates: a new record can move an already loaded row to the next page. */
export function uniqueRows<Item extends { id: string }>(pages: readonly (readonly Item[])[] = []): Item[] {
  return [...new Map(pages.flat().map(item => [item.id, item])).values()]
}
