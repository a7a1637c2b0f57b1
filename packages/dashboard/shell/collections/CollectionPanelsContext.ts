import { createContext, use } from 'react'

/** What can be opened over the collections: the editor of a new one or of the active one, the active one's API. */
export const collectionPanels = ['new', 'edit', 'api'] as const

export type CollectionPanel = (typeof collectionPanels)[number]

interface CollectionPanels {
  /** Whether collections may be made and changed here; false while the settings hide the controls for it, or are not known yet. */
  canEdit: boolean
  open: (panel: CollectionPanel) => void
  /** Loads a panel ahead, when the pointer or the focus comes near what opens it. */
  preload: (panel: CollectionPanel) => void
}

export const CollectionPanelsContext = createContext<CollectionPanels | undefined>(undefined)

/** The panels of the collections around a component. */
export function useCollectionPanels(): CollectionPanels {
  const panels = use(CollectionPanelsContext)
  if (panels === undefined) throw new Error('There are no panels of collections around this.')
  return panels
}
