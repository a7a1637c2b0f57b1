import type { Collection } from '@coffer/schema'
import { useConfirm } from '@coffer/ui'
import type { CloseLayer } from '../../shell/address/addressLayers.ts'
import { useLeaveGuard } from '../../shell/address/useLeaveGuard.ts'
import { useOpening } from '../../shell/address/useOpening.ts'
import type { CollectionPanel } from '../../shell/collections/CollectionPanelsContext.ts'
import { CollectionEditor } from './CollectionEditor.tsx'
import { NewTargetContext } from './NewTargetContext.ts'
import { leaveQuestion, NewTargetEditor } from './NewTargetEditor.tsx'
import { useCollectionForm } from './useCollectionForm.ts'

interface AddressedEditorProps {
  open: boolean
  /** Collection to edit; undefined creates one. */
  collection: Collection | undefined
  collections: readonly Collection[]
  onClose: CloseLayer
  /** Navigates to another collection: to a created one, with its editor if it stays open, or away from a deleted one. */
  onMove: (id: string | undefined, panel?: CollectionPanel) => Promise<void>
}

/** The collection editor in the URL. Each opening starts with a new form, without discarded input. */
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

  // All ways to leave pass through here, because the editor's buttons navigate too.
  useLeaveGuard(open && form.hasChanges, () => confirm(leaveQuestion))

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
