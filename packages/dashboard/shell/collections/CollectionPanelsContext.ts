import { createContext, use } from 'react'

/** Panels of the collections screen: the editor for a new or the active collection, and the active collection's API preview. */
export const collectionPanels = ['new', 'edit', 'api'] as const

export type CollectionPanel = (typeof collectionPanels)[number]

interface CollectionPanels {
  /** Whether collections can be edited. False if the settings hide these controls, and until the settings are loaded. */
  canEdit: boolean
  open: (panel: CollectionPanel) => void
  /** Preloads a panel's code when its button is hovered or focused. */
  preload: (panel: CollectionPanel) => void
}

export const CollectionPanelsContext = createContext<CollectionPanels | undefined>(undefined)

export function useCollectionPanels(): CollectionPanels {
  const panels = use(CollectionPanelsContext)
  if (panels === undefined) throw new Error('useCollectionPanels needs a <CollectionPanelsContext> above it.')
  return panels
}
