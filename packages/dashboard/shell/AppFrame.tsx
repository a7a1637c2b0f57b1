import { ConfirmProvider } from '@coffer/ui'
import { Outlet } from '@tanstack/react-router'
import styles from './AppFrame.module.css'
import { Rail } from './Rail.tsx'
import { SidebarProvider } from './SidebarProvider.tsx'

/** The frame of every signed-in page: the rail, then the page. */
export function AppFrame() {
  return (
    <div className={styles.frame}>
      <button type="button" className={styles.skip} onClick={skipToContent}>
        Skip to content
      </button>
      <Rail />
      <div className={styles.page}>
        <ConfirmProvider>
          <SidebarProvider>
            <Outlet />
          </SidebarProvider>
        </ConfirmProvider>
      </div>
    </div>
  )
}

/** A button, because the hash of a link holds the route here. */
function skipToContent(): void {
  document.querySelector<HTMLElement>('main')?.focus()
}
