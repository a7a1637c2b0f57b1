import { createContext, use } from 'react'

export interface SidebarState {
  /** Whether it is a drawer over the page (narrow windows) instead of a column beside it. */
  isDrawer: boolean
  isOpen: boolean
  setOpen: (open: boolean) => void
}

export const SidebarContext = createContext<SidebarState | undefined>(undefined)

export function useSidebar(): SidebarState {
  const state = use(SidebarContext)
  if (state === undefined) throw new Error('useSidebar needs a <SidebarProvider> above it.')
  return state
}
