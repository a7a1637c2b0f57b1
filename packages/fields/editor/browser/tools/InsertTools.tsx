import { Menu, type MenuEntry, ToolbarButton, ToolbarGroup } from '@coffer/ui'
import { FolderOpen, Image as ImageIcon, ImagePlus, Link, Minus, Pencil, Table, Trash2 } from 'lucide-react'
import type { ToolDialog, Tools } from './Tools.ts'

interface InsertToolsProps {
  tools: Tools
  onDialog: (dialog: ToolDialog) => void
}

/** Inserts links, images, tables and rules. */
export function InsertTools({ tools, onDialog }: InsertToolsProps) {
  const { state, run, takeFocus } = tools
  const images: MenuEntry[] = [
    ...(state.image ? [{ label: 'Edit image…', icon: Pencil, onSelect: () => onDialog('image') }] : []),
    { label: 'From a collection…', icon: FolderOpen, onSelect: () => onDialog('imagePicker') },
    ...(state.image ? [] : [{ label: 'By its address…', icon: ImagePlus, onSelect: () => onDialog('image') }]),
  ]
  return (
    <ToolbarGroup label="Insert">
      <ToolbarButton
        label="Link"
        icon={Link}
        shortcut="mod+k"
        pressed={state.link}
        disabled={state.isCode}
        onClick={() => onDialog('link')}
      />
      <Menu trigger={<ToolbarButton label="Image" icon={ImageIcon} opens disabled={state.isCode} />} items={images} />
      <Menu
        trigger={<ToolbarButton label="Table" icon={Table} opens disabled={state.isCode} />}
        takeFocus={takeFocus}
        items={
          state.isInTable ? tableEntries(tools) : [{ label: 'Insert table…', icon: Table, onSelect: () => onDialog('table') }]
        }
      />
      <ToolbarButton
        label="Horizontal rule"
        icon={Minus}
        disabled={state.isCode}
        onClick={() => run(chain => chain.setHorizontalRule())}
      />
    </ToolbarGroup>
  )
}

const tableEntries = ({ state, choose }: Tools): MenuEntry[] => [
  { label: 'Add row above', onSelect: () => choose(chain => chain.addRowBefore()) },
  { label: 'Add row below', onSelect: () => choose(chain => chain.addRowAfter()) },
  { label: 'Delete row', onSelect: () => choose(chain => chain.deleteRow()) },
  { kind: 'separator' },
  { label: 'Add column before', onSelect: () => choose(chain => chain.addColumnBefore()) },
  { label: 'Add column after', onSelect: () => choose(chain => chain.addColumnAfter()) },
  { label: 'Delete column', onSelect: () => choose(chain => chain.deleteColumn()) },
  { kind: 'separator' },
  { label: 'Merge cells', disabled: !state.canMerge, onSelect: () => choose(chain => chain.mergeCells()) },
  { label: 'Split cell', disabled: !state.canSplit, onSelect: () => choose(chain => chain.splitCell()) },
  { label: 'Header row on or off', onSelect: () => choose(chain => chain.toggleHeaderRow()) },
  { label: 'Header column on or off', onSelect: () => choose(chain => chain.toggleHeaderColumn()) },
  { kind: 'separator' },
  { label: 'Delete table', icon: Trash2, danger: true, onSelect: () => choose(chain => chain.deleteTable()) },
]
