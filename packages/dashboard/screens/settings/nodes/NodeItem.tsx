import { Badge } from '@coffer/ui'
import { maxCountedChanges, type NodeStatus } from '../../../queries/nodes.ts'
import { Moment } from '../../../shell/page/Moment.tsx'
import listItem from '../frame/listItem.module.css'
import styles from './NodeItem.module.css'

const number = new Intl.NumberFormat('en')

function pendingText(count: number): string {
  if (count === 0) return 'Up to date'
  if (count >= maxCountedChanges) return `At least ${number.format(count)} changes behind`
  return `${number.format(count)} ${count === 1 ? 'change' : 'changes'} behind`
}

/** A node, whether it responds, and how far it is behind the others. */
export function NodeItem({ node }: { node: NodeStatus }) {
  const { name, version, started, isLive, lastSeen, pendingChanges, hasDuties, isResponding, clients, lastError, lastErrorDate } =
    node
  return (
    <li className={listItem.item} aria-label={name}>
      <span className={styles.head}>
        <span className={listItem.name}>{name}</span>
        {isLive ? <Badge tone="success">Live</Badge> : <Badge tone="danger">Not responding</Badge>}
        {hasDuties && <Badge tone="info">Runs jobs, backups and web hooks</Badge>}
        {isResponding && <Badge>Sent this list</Badge>}
      </span>
      <span className={listItem.facts}>
        <span>Version {version}</span>
        <Moment label="Joined:" date={started} />
        {!isLive && <Moment label="Last seen:" date={lastSeen} />}
        <span>{pendingText(pendingChanges)}</span>
        <span>Realtime clients: {number.format(clients)}</span>
      </span>
      {lastError !== '' && (
        <span className={styles.error}>
          <Moment label="Last error:" date={lastErrorDate} />
          <span>{lastError}</span>
        </span>
      )}
    </li>
  )
}
