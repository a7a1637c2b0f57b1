import { type ReactNode, useState } from 'react'
import { SidebarContext } from './SidebarContext.ts'
import { narrow, useMedia } from './useMedia.ts'
import { useRemembered } from './useRemembered.ts'

/** Holds whether the sidebar shows: beside the page it is remembered, as a drawer it starts closed. */
export function SidebarProvider({ children }: { children: ReactNode }) {
  const isDrawer = useMedia(narrow)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [isShown, setShown] = useRemembered('sidebarShown', stored => stored !== false)
  const state = isDrawer
    ? { isDrawer, isOpen: isDrawerOpen, setOpen: setDrawerOpen }
    : { isDrawer, isOpen: isShown, setOpen: setShown }
  return <SidebarContext value={state}>{children}</SidebarContext>
}
