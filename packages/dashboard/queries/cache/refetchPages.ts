import type { InfiniteData } from '@tanstack/react-query'

/** The loaded pages of a list, numbered from 1. */
export type Pages<Item> = InfiniteData<Item[], number>

/** Maximum page size of the API. */
const maxItemsPerRequest = 500

/** Refetches the first pages of a list, in as few requests as the maximum page size allows. */
export async function refetchPages<Item>(
  read: (page: number, perPage: number) => Promise<Item[]>,
  count: number,
  pageSize: number,
): Promise<Pages<Item>> {
  const pagesPerRequest = Math.floor(maxItemsPerRequest / pageSize)
  const starts = Array.from({ length: Math.ceil(count / pagesPerRequest) }, (_, index) => index + 1)
  const perRequest = Math.min(count, pagesPerRequest) * pageSize
  const pages = await Promise.all(starts.map(page => read(page, perRequest)))
  return toPages(pages.flat().slice(0, count * pageSize), pageSize)
}

function toPages<Item>(items: Item[], pageSize: number): Pages<Item> {
  const count = Math.max(1, Math.ceil(items.length / pageSize))
  const params = Array.from({ length: count }, (_, index) => index + 1)
  return { pages: params.map(page => items.slice((page - 1) * pageSize, page * pageSize)), pageParams: params }
}
