import { IconButton, useShortcut } from '@coffer/ui'
import { PanelLeft } from 'lucide-react'
import { useSidebar } from './SidebarContext.ts'

/** Shows and hides the sidebar. The first element of each page that has one. */
export function SidebarToggle({ label }: { label: string }) {
  const { isDrawer, isOpen, setOpen } = useSidebar()
  useShortcut('[', () => setOpen(!isOpen))
  if (!isDrawer && isOpen) return null
  return <IconButton label={label} icon={PanelLeft} side="bottom" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
}
