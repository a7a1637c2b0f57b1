import type { ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { createContext, use } from 'react'

interface RecordsPageParts {
  collections: readonly Collection[]
  context: ViewContext
  /** Reloads the page after a record was written or deleted in a layer above it. */
  refresh: () => Promise<void>
}

/** Data that a records page shares with the layers above it, at any depth. */
export const RecordsPageContext = createContext<RecordsPageParts | undefined>(undefined)

/** Returns the records page that contains the component. */
export function useRecordsPage(): RecordsPageParts {
  const page = use(RecordsPageContext)
  if (page === undefined) throw new Error('useRecordsPage requires a RecordsPageContext provider.')
  return page
}
