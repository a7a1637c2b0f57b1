import { ConfirmProvider, useShortcut } from '@coffer/ui'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import styles from './AppFrame.module.css'
import { FilePreviewProvider } from './FilePreviewProvider.tsx'
import { Rail } from './Rail.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { SidebarProvider } from './SidebarProvider.tsx'
import { useDropGuard } from './useDropGuard.ts'
import { usePreloadedInputs } from './usePreloadedInputs.ts'
import { useSessionRefresh } from './useSessionRefresh.ts'

/** The frame of every signed-in page: the rail, then the page. */
export function AppFrame() {
  const [isHelpOpen, setHelpOpen] = useState(false)
  useSessionRefresh()
  useDropGuard()
  usePreloadedInputs()
  useShortcut('?', () => setHelpOpen(true))
  return (
    <div className={styles.frame}>
      <button type="button" className={styles.skip} onClick={skipToContent}>
        Skip to content
      </button>
      <Rail onHelp={() => setHelpOpen(true)} />
      <div className={styles.page}>
        <ConfirmProvider>
          <FilePreviewProvider>
            <SidebarProvider>
              <Outlet />
            </SidebarProvider>
          </FilePreviewProvider>
        </ConfirmProvider>
      </div>
      <ShortcutsDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}

/** A button, because the hash of a link holds the route here. */
function skipToContent(): void {
  document.querySelector<HTMLElement>('main')?.focus()
}
