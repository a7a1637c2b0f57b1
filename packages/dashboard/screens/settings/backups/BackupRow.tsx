import { formatBytes } from '@coffer/fields'
import { IconButton, useConfirm, useToasts } from '@coffer/ui'
import { Archive, Download, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Backup, backupAddress, deleteBackup } from '../../../queries/backups.ts'
import { toastTextOf, withReadableError } from '../../../queries/connection/failure.ts'
import { startDownload } from '../../../shell/files/downloadText.ts'
import { useFailureToast } from '../../../shell/form/useFailureToast.ts'
import styles from './BackupRow.module.css'

interface BackupRowProps {
  backup: Backup
  canRestore: boolean
  onRestore: () => void
  onDeleted: () => Promise<void>
}

/** A row of the backup list. */
export function BackupRow({ backup, canRestore, onRestore, onDeleted }: BackupRowProps) {
  const { key, size, modified } = backup
  const confirm = useConfirm()
  const toasts = useToasts()
  const failure = useFailureToast()
  const [isDownloading, setDownloading] = useState(false)
  const [isDeleting, setDeleting] = useState(false)

  const download = async () => {
    failure.clear()
    setDownloading(true)
    try {
      startDownload(await backupAddress(key), key)
    } catch (error) {
      failure.show(toastTextOf(error))
    } finally {
      setDownloading(false)
    }
  }

  const remove = async () => {
    const isGone = await confirm({
      text: `Do you really want to delete ${key}?`,
      yes: 'Delete backup',
      danger: true,
      action: async () => {
        setDeleting(true)
        await withReadableError(deleteBackup(key)).finally(() => setDeleting(false))
      },
    })
    if (!isGone) return
    toasts.success(`Successfully deleted ${key}.`)
    await onDeleted()
  }

  return (
    <li className={styles.row} aria-label={key}>
      <Archive className={styles.icon} size={16} aria-hidden={true} />
      <span className={styles.name} title={key}>
        {key}
      </span>
      <span className={styles.facts}>
        {formatBytes(size)}
        <time dateTime={modified.replace(' ', 'T')}>{modified.slice(0, 16)} UTC</time>
      </span>
      <span className={styles.actions}>
        <IconButton
          label={`Download ${key}`}
          tooltip="Download"
          icon={Download}
          loading={isDownloading}
          onClick={() => void download()}
        />
        <IconButton
          label={`Restore ${key}`}
          tooltip="Restore"
          icon={RotateCcw}
          disabled={isDeleting || !canRestore}
          onClick={onRestore}
        />
        <IconButton
          label={`Delete ${key}`}
          tooltip="Delete"
          icon={Trash2}
          loading={isDeleting}
          disabled={isDeleting}
          onClick={() => void remove()}
        />
      </span>
    </li>
  )
}
