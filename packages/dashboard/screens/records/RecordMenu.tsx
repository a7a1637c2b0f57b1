import { IconButton, Menu } from '@coffer/ui'
import { CopyPlus, Ellipsis, Trash2 } from 'lucide-react'

interface RecordMenuProps {
  onDuplicate: () => void
  onDelete: () => void
}

/** What else can be done with a stored record. */
export function RecordMenu({ onDuplicate, onDelete }: RecordMenuProps) {
  return (
    <Menu
      align="end"
      trigger={<IconButton label="More" icon={Ellipsis} side="bottom" />}
      items={[
        { label: 'Duplicate', icon: CopyPlus, onSelect: onDuplicate },
        { kind: 'separator' },
        { label: 'Delete', icon: Trash2, danger: true, onSelect: onDelete },
      ]}
    />
  )
}
