import type { ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { createContext, use } from 'react'

interface RecordsPageParts {
  collections: readonly Collection[]
  context: ViewContext
  /** Reads anew what the page shows, after a record was written or deleted over it. */
  refresh: () => Promise<void>
}

/** What the layers over a page of records share with it, however deep they are nested. */
export const RecordsPageContext = createContext<RecordsPageParts | undefined>(undefined)

/** The page of records around a layer. */
export function useRecordsPage(): RecordsPageParts {
  const page = use(RecordsPageContext)
  if (page === undefined) throw new Error('There is no page of records around this.')
  return page
}
