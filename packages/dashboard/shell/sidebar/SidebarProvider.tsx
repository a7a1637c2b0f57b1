import { narrow, useMedia } from '@coffer/ui'
import { type ReactNode, useState } from 'react'
import { useRemembered } from '../browser/useRemembered.ts'
import { SidebarContext } from './SidebarContext.ts'

/** Provides whether the sidebar is open. The browser remembers it for a column; a drawer is closed at first. */
export function SidebarProvider({ children }: { children: ReactNode }) {
  const isDrawer = useMedia(narrow)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [isShown, setShown] = useRemembered('sidebarShown', stored => stored !== false)
  const state = isDrawer
    ? { isDrawer, isOpen: isDrawerOpen, setOpen: setDrawerOpen }
    : { isDrawer, isOpen: isShown, setOpen: setShown }
  return <SidebarContext value={state}>{children}</SidebarContext>
}
