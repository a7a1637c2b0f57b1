import { Badge, Button, IconButton } from '@coffer/ui'
import { Pencil } from 'lucide-react'
import type { ListedWebHook } from '../../../queries/webHooks.ts'
import styles from './WebHookRow.module.css'

interface WebHookRowProps {
  hook: ListedWebHook
  /** The names of its collections. */
  collections: string
  onOpen: () => void
  onOpenDeliveries: () => void
}

const eventNames = { create: 'created', update: 'updated', delete: 'deleted' } as const

/** A row of the list of web hooks. */
export function WebHookRow({ hook, collections, onOpen, onOpenDeliveries }: WebHookRowProps) {
  const { url, enabled, events, filter, deliveries } = hook
  const { waiting, parked } = deliveries
  return (
    <li className={styles.row} aria-label={url}>
      <div className={styles.facts}>
        <span className={styles.url} title={url}>
          {url}
        </span>
        <span className={styles.what}>
          {collections} · {events.map(event => eventNames[event]).join(', ')}
          {filter !== '' && ` · ${filter}`}
        </span>
      </div>
      <span className={styles.states}>
        {!enabled && <Badge>Disabled</Badge>}
        {waiting > 0 && <Badge tone="info">{waiting} waiting</Badge>}
        {parked > 0 && <Badge tone="danger">{parked} parked</Badge>}
      </span>
      <span className={styles.actions}>
        <Button variant="quiet" onClick={onOpenDeliveries} aria-label={`Deliveries to ${url}`}>
          Deliveries
        </Button>
        <IconButton label={`Edit ${url}`} tooltip="Edit" icon={Pencil} onClick={onOpen} />
      </span>
    </li>
  )
}
