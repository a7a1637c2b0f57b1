import { Button, type ButtonProps } from '@coffer/ui'
import { Plus } from 'lucide-react'
import { useCollectionPanels } from '../../shell/collections/CollectionPanelsContext.ts'
import { useSidebar } from '../../shell/sidebar/SidebarContext.ts'

/** Button that opens the editor for a new collection. Renders nothing if the settings hide collection controls. */
export function NewCollectionButton({
  label = 'New collection',
  ...rest
}: Pick<ButtonProps, 'className' | 'variant'> & { label?: string }) {
  const { canEdit, open, preload } = useCollectionPanels()
  const { isDrawer, setOpen } = useSidebar()
  if (!canEdit) return null
  const start = () => {
    if (isDrawer) setOpen(false)
    open('new')
  }
  return (
    <Button {...rest} icon={Plus} onPointerEnter={() => preload('new')} onFocus={() => preload('new')} onClick={start}>
      {label}
    </Button>
  )
}
