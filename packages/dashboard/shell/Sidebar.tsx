import { ResizeHandle } from '@coffer/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Sidebar.module.css'
import { useSidebar } from './SidebarContext.ts'
import { useRemembered } from './useRemembered.ts'

const defaultWidth = 240
const limits = { min: 200, max: 480 }

interface SidebarProps {
  label: string
  children: ReactNode
}

/** The page's own list at its left: resizable and remembered, a drawer in narrow windows. */
export function Sidebar({ label, children }: SidebarProps) {
  const { isDrawer, isOpen, setOpen } = useSidebar()
  const [width, setWidth] = useRemembered('sidebarWidth', readWidth)

  if (isDrawer) {
    return (
      <Drawer label={label} isOpen={isOpen} onClose={() => setOpen(false)}>
        {children}
      </Drawer>
    )
  }
  if (!isOpen) return null
  return (
    <div className={styles.sidebar} style={{ width }}>
      <nav className={styles.content} aria-label={label}>
        {children}
      </nav>
      <ResizeHandle
        label={`Width of ${label}`}
        edge="right"
        value={width}
        min={limits.min}
        max={limits.max}
        onChange={setWidth}
        onReset={() => setWidth(undefined)}
      />
    </div>
  )
}

function readWidth(stored: unknown): number {
  return typeof stored === 'number' ? Math.min(Math.max(stored, limits.min), limits.max) : defaultWidth
}

interface DrawerProps extends SidebarProps {
  isOpen: boolean
  onClose: () => void
}

function Drawer({ label, isOpen, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={label}
      onClose={onClose}
      onClick={event => event.target === event.currentTarget && onClose()}
    >
      <nav className={styles.content} aria-label={label}>
        {children}
      </nav>
    </dialog>
  )
}
