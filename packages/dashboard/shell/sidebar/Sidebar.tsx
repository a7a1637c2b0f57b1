import { IconButton, ResizeHandle } from '@coffer/ui'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRemembered } from '../browser/useRemembered.ts'
import styles from './Sidebar.module.css'
import { useSidebar } from './SidebarContext.ts'

const defaultWidth = 240
const limits = { min: 200, max: 480 }

interface SidebarProps {
  label: string
  children: ReactNode
}

/** The page's list at its left: resizable with a remembered width, or a drawer in narrow windows. */
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
    <nav className={styles.sidebar} style={{ width }} aria-label={label}>
      <div className={styles.content}>{children}</div>
      <ResizeHandle
        label={`Width of ${label}`}
        edge="right"
        value={width}
        min={limits.min}
        max={limits.max}
        onChange={setWidth}
        onReset={() => setWidth(undefined)}
      />
    </nav>
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
    if (!isOpen) {
      dialog.current?.close()
      return
    }
    dialog.current?.showModal()
    // On touch screens, focusing a search field would open the keyboard over the list.
    if (matchMedia('(pointer: coarse)').matches) dialog.current?.focus()
  }, [isOpen])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes modal dialogs automatically
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={styles.drawer}
      aria-label={label}
      onClose={onClose}
      onClick={event => event.target === event.currentTarget && onClose()}
    >
      <nav className={styles.content} aria-label={label}>
        <div className={styles.head}>
          <h2>{label}</h2>
          <IconButton label="Close" icon={X} side="bottom" onClick={onClose} />
        </div>
        {children}
      </nav>
    </dialog>
  )
}
