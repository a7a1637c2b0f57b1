import type { InfiniteData } from '@tanstack/react-query'

/** The loaded pages of a list, numbered from 1. */
export type Pages<Item> = InfiniteData<Item[], number>

/** The most items that the server gives in one answer. */
const mostPerRequest = 500

/** Reads the first pages of a list anew, in as few calls as the server allows. */
export async function rereadPages<Item>(
  read: (page: number, perPage: number) => Promise<Item[]>,
  count: number,
  pageSize: number,
): Promise<Pages<Item>> {
  const pagesPerRequest = Math.floor(mostPerRequest / pageSize)
  const starts = Array.from({ length: Math.ceil(count / pagesPerRequest) }, (_, index) => index + 1)
  const perRequest = Math.min(count, pagesPerRequest) * pageSize
  const answers = await Promise.all(starts.map(page => read(page, perRequest)))
  return toPages(answers.flat().slice(0, count * pageSize), pageSize)
}

function toPages<Item>(items: Item[], pageSize: number): Pages<Item> {
  const count = Math.max(1, Math.ceil(items.length / pageSize))
  const params = Array.from({ length: count }, (_, index) => index + 1)
  return { pages: params.map(page => items.slice((page - 1) * pageSize, page * pageSize)), pageParams: params }
}
