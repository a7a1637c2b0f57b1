import { ConfirmProvider, useShortcut } from '@coffer/ui'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useDropGuard } from '../browser/useDropGuard.ts'
import { FilePreviewProvider } from '../files/FilePreviewProvider.tsx'
import { usePreloadedParts } from '../loading/usePreloadedParts.ts'
import { useSessionRefresh } from '../session/useSessionRefresh.ts'
import { SidebarProvider } from '../sidebar/SidebarProvider.tsx'
import styles from './AppFrame.module.css'
import { Rail } from './Rail.tsx'

const ShortcutsDialog = lazy(async () => ({ default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog }))

/** The frame of every signed-in page: the rail, then the page. */
export function AppFrame() {
  const [isHelpOpen, setHelpOpen] = useState(false)
  // Once opened it stays, so that it can fade out.
  const [isHelpUsed, setHelpUsed] = useState(false)
  if (isHelpOpen && !isHelpUsed) setHelpUsed(true)
  useSessionRefresh()
  useDropGuard()
  usePreloadedParts()
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
      {isHelpUsed && (
        <Suspense>
          <ShortcutsDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** A button, because the hash of a link holds the route here. */
function skipToContent(): void {
  document.querySelector<HTMLElement>('main')?.focus()
}
