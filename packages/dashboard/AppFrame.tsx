import { ConfirmProvider, useShortcut } from '@coffer/ui'
import { Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import styles from './AppFrame.module.css'
import { useAddressChange, useSubscribeToAddress } from './shell/address/useAddressChange.ts'
import { useDropGuard } from './shell/browser/useDropGuard.ts'
import { FilePreviewProvider } from './shell/files/FilePreviewProvider.tsx'
import { Rail } from './shell/frame/Rail.tsx'
import { useAfterLoad } from './shell/loading/useAfterLoad.ts'
import { usePreloadedParts } from './shell/loading/usePreloadedParts.ts'
import { useSessionRefresh } from './shell/session/useSessionRefresh.ts'
import { SidebarProvider } from './shell/sidebar/SidebarProvider.tsx'

const ShortcutsDialog = lazy(async () => ({ default: (await import('./shell/frame/ShortcutsDialog.tsx')).ShortcutsDialog }))

async function loadCodeBanner(): Promise<{ default: ComponentType }> {
  try {
    return { default: (await import('./shell/frame/CodeBanner.tsx')).CodeBanner }
  } catch {
    // A banner is not worth the error screen if the server cannot be reached.
    return { default: () => null }
  }
}

const CodeBanner = lazy(loadCodeBanner)

const CommandPalette = lazy(async () => ({ default: (await import('./palette/CommandPalette.tsx')).CommandPalette }))

/** Frame of every page for signed-in admins: navigation and page. */
export function AppFrame() {
  const [open, setOpen] = useState<'help' | 'palette'>()
  // Dialogs stay mounted after their first opening for their closing animation.
  const [used, setUsed] = useState<readonly string[]>([])
  if (open && !used.includes(open)) setUsed([...used, open])
  const close = () => setOpen(undefined)
  const isLoaded = useAfterLoad()
  useSessionRefresh()
  useDropGuard()
  useAddressChange(close)
  const subscribeToAddress = useSubscribeToAddress()
  usePreloadedParts()
  useShortcut('?', () => setOpen('help'))
  useShortcut('mod+k', () => setOpen('palette'), { overPanels: true })
  return (
    <div className={styles.frame}>
      <button type="button" className={styles.skip} onClick={skipToContent}>
        Skip to content
      </button>
      <Rail onHelp={() => setOpen('help')} onGoTo={() => setOpen('palette')} />
      <div className={styles.page}>
        {isLoaded && (
          <Suspense>
            <CodeBanner />
          </Suspense>
        )}
        <div className={styles.content}>
          <ConfirmProvider subscribeToLeave={subscribeToAddress}>
            <FilePreviewProvider>
              <SidebarProvider>
                <Outlet />
              </SidebarProvider>
            </FilePreviewProvider>
          </ConfirmProvider>
        </div>
      </div>
      {used.includes('help') && (
        <Suspense>
          <ShortcutsDialog open={open === 'help'} onClose={close} />
        </Suspense>
      )}
      {used.includes('palette') && (
        <Suspense>
          <CommandPalette open={open === 'palette'} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** Called by a button instead of a link, because the URL's hash contains the route. */
function skipToContent(): void {
  document.querySelector<HTMLElement>('main')?.focus()
}
