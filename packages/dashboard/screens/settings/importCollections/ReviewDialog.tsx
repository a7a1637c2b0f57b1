import { type Collection, findImportLosses } from '@coffer/schema'
import { Alert, Button, Dialog, useConfirm, useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { publishCollectionsChanged } from '../../../queries/collections/collectionChanges.ts'
import { importCollections } from '../../../queries/collections/collections.ts'
import { fieldErrorsOf, isSilent, messageOf } from '../../../queries/connection/failure.ts'
import { settingsQuery } from '../../../queries/settings.ts'
import { useConfirmFailingTests } from '../../collectionEditor/ruleTests/useConfirmFailingTests.tsx'
import { ChangeDetails } from './ChangeDetails.tsx'
import { LossList } from './LossList.tsx'
import styles from './ReviewDialog.module.css'
import { useConfirmOpened } from './useConfirmOpened.tsx'
import type { Import } from './useImport.ts'

export interface ReviewDialogProps {
  open: boolean
  stored: readonly Collection[]
  draft: Import
  onClose: () => void
  onImported: () => void
}

/** Maximum number of changed collections whose details are initially open. */
const maxOpenDetails = 10

/** Shows the changes of an import as a diff, with the button that imports. */
export function ReviewDialog({ open, stored, draft, onClose, onImported }: ReviewDialogProps) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const confirmOpened = useConfirmOpened()
  const confirmFailing = useConfirmFailingTests()
  const toasts = useToasts()
  const { collections = [], tokens, changes, deletesMissing } = draft

  const send = async () => {
    setSending(true)
    try {
      const isImported = await confirmFailing(allows =>
        importCollections({ collections, deletesMissing, superusers: tokens?.sent }, allows),
      )
      if (!isImported) return
      publishCollectionsChanged(queryClient)
      if (tokens) void queryClient.invalidateQueries(settingsQuery)
      toasts.success('Successfully imported collections configuration.')
      onImported()
    } catch (error) {
      if (!isSilent(error)) setFailure([messageOf(error), ...Object.values(fieldErrorsOf(error))].join('\n'))
    } finally {
      setSending(false)
    }
  }
  const start = async () => {
    if (isSending) return
    setFailure('')
    const losses = findImportLosses(stored, changes)
    const isSure =
      losses.length === 0 ||
      (await confirm({
        text: 'Do you really want to delete the following collection fields and their related records data:',
        details: <LossList losses={losses} />,
        yes: 'Delete and import',
        danger: true,
      }))
    if (isSure && (await confirmOpened(stored, collections, deletesMissing))) await send()
  }
  const close = () => {
    if (isSending) return
    setFailure('')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Side-by-side diff"
      size="full"
      footer={
        <>
          <Button variant="quiet" onClick={close} disabled={isSending}>
            Close
          </Button>
          <Button variant="primary" loading={isSending} onClick={() => void start()}>
            Confirm and import
          </Button>
        </>
      }
    >
      {failure !== '' && (
        <Alert tone="danger" role="alert" className={styles.failure}>
          {failure}
        </Alert>
      )}
      <div className={styles.changes}>
        <p className={styles.sides} aria-hidden="true">
          <span>Old</span>
          <span>New</span>
        </p>
        {changes.map(change => (
          <ChangeDetails
            key={change.id}
            change={change}
            stored={stored.find(({ id }) => id === change.id)}
            imported={collections.find(({ id }) => id === change.id)}
            isOpenAtFirst={changes.length <= maxOpenDetails}
          />
        ))}
      </div>
    </Dialog>
  )
}
