import { createContext, use } from 'react'

export interface SidebarState {
  /** A drawer over the page (narrow windows) rather than a column beside it. */
  isDrawer: boolean
  isOpen: boolean
  setOpen: (open: boolean) => void
}

export const SidebarContext = createContext<SidebarState | undefined>(undefined)

/** The state of the page's sidebar. */
export function useSidebar(): SidebarState {
  const state = use(SidebarContext)
  if (state === undefined) throw new Error('useSidebar needs a <SidebarProvider> above it.')
  return state
}
