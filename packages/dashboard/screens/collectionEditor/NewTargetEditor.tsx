import type { NewTargetProps } from '@coffer/fields/options'
import { useConfirm } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { collectionsQuery } from '../../queries/collections/collections.ts'
import { useOpening } from '../../shell/address/useOpening.ts'
import { CollectionEditor } from './CollectionEditor.tsx'
import { useCollectionForm } from './useCollectionForm.ts'

/** Asked before an editor with unsaved changes closes. */
export const leaveQuestion = { text: 'You have unsaved changes. Do you really want to close the panel?', danger: true } as const

/** Editor for a new target collection of a relation field, over the editor of that field. It is not in the URL. */
export function NewTargetEditor(props: NewTargetProps) {
  const opening = useOpening(props.open)
  return opening > 0 && <Opening key={opening} {...props} />
}

function Opening({ open, onClose, onCreated }: NewTargetProps) {
  const { data: collections = [] } = useQuery(collectionsQuery)
  const form = useCollectionForm(undefined, collections)
  const confirm = useConfirm()
  const close = async () => {
    if (!form.hasChanges || (await confirm(leaveQuestion))) onClose()
  }
  return (
    <CollectionEditor
      open={open}
      form={form}
      onCloseRequest={() => void close()}
      onSaved={({ id, name, type }, staysOpen) => {
        onCreated({ id, name, isTarget: type !== 'view' })
        if (!staysOpen) onClose()
      }}
      onDeleted={onClose}
    />
  )
}
