/** The rows of loaded pages, each once: one that was pushed to the next page by a newer one would otherwise stand there twice. */
export function uniqueRows<Item extends { id: string }>(pages: readonly (readonly Item[])[] = []): Item[] {
  return [...new Map(pages.flat().map(item => [item.id, item])).values()]
}
