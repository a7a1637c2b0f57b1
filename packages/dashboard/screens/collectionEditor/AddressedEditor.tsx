import type { Collection } from '@coffer/schema'
import { useConfirm } from '@coffer/ui'
import { useBlocker } from '@tanstack/react-router'
import type { CloseLayer } from '../../shell/address/addressLayers.ts'
import { useOpening } from '../../shell/address/useOpening.ts'
import type { CollectionPanel } from '../../shell/collections/CollectionPanelsContext.ts'
import { CollectionEditor } from './CollectionEditor.tsx'
import { leaveQuestion } from './leaveQuestion.ts'
import { NewTargetContext } from './NewTargetContext.ts'
import { NewTargetEditor } from './NewTargetEditor.tsx'
import { useCollectionForm } from './useCollectionForm.ts'

interface AddressedEditorProps {
  open: boolean
  /** The collection to change; a new one is made without it. */
  collection: Collection | undefined
  collections: readonly Collection[]
  onClose: CloseLayer
  /** Makes another collection the active one: a new one, whose editor may stay open, or any other where the active one is no more. */
  onMove: (id: string | undefined, panel?: CollectionPanel) => Promise<void>
}

/** The editor that the address opens. Each opening is a form of its own: nothing that was typed and given up comes back. */
export function AddressedEditor(props: AddressedEditorProps) {
  const opening = useOpening(props.open)
  return (
    <NewTargetContext value={NewTargetEditor}>
      <Opening key={opening} {...props} />
    </NewTargetContext>
  )
}

function Opening({ open, collection, collections, onClose, onMove }: AddressedEditorProps) {
  const form = useCollectionForm(collection, collections)
  const confirm = useConfirm()

  // Every way out passes here: the editor's own buttons change the address as well.
  useBlocker({
    disabled: !open || !form.hasChanges,
    enableBeforeUnload: true,
    shouldBlockFn: async () => !(await confirm(leaveQuestion)),
  })

  return (
    <CollectionEditor
      open={open}
      form={form}
      onCloseRequest={() => onClose()}
      onSaved={({ id }, staysOpen) => {
        if (id !== collection?.id) void onMove(id, staysOpen ? 'edit' : undefined)
        else if (!staysOpen) onClose({ isSafe: true })
      }}
      onDeleted={({ id }) => onMove(collections.find(other => other.id !== id)?.id)}
    />
  )
}
