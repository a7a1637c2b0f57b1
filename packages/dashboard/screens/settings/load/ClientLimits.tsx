import { formatBytes } from '@coffer/fields'
import { Disclosure } from '@coffer/ui'
import { useState } from 'react'
import type { LimitedResource, ClientLimits as Limits, Rejection } from '../../../queries/load.ts'
import { Card } from '../frame/Card.tsx'
import styles from './LastHour.module.css'
import { ValueTable } from './ValueTable.tsx'

const number = new Intl.NumberFormat('en')

function amount(value: number, unit: LimitedResource['unit']): string {
  if (unit === 'bytes') return formatBytes(value)
  return unit === 'ms' ? `${number.format(value)} ms` : number.format(value)
}

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')

function ResourceTable({ resources }: { resources: readonly LimitedResource[] }) {
  const rows = resources.map(({ name, description, unit, perClient, total, used, largest }) => ({
    key: name,
    cells: [
      description,
      name,
      `${amount(largest, unit)} of ${amount(perClient, unit)}`,
      `${amount(used, unit)} of ${amount(total, unit)}`,
    ],
  }))
  return <ValueTable label="Limits" titles={['What', 'Name', 'Largest client', 'All clients']} rows={rows} />
}

const reasons = {
  rejected: { perClient: 'Rejected: own limit reached', total: 'Rejected: limit of all clients reached' },
  dropped: { perClient: 'Dropped: own limit reached, or too slow', total: 'Dropped: limit of all clients reached' },
}

function RejectionTable({ rejections }: { rejections: readonly Rejection[] }) {
  const rows = rejections.map(({ address, user, resource, outcome, scope, count, lastAt }) => ({
    key: [address, user, resource, outcome, scope].join(' '),
    cells: [timeOf(lastAt), address, user ?? '–', resource, reasons[outcome][scope], number.format(count)],
  }))
  const titles = ['Last time (UTC)', 'Address', 'User', 'Limit', 'What happened', 'Times']
  return <ValueTable label="Rejected clients" titles={titles} rows={rows} />
}

/** What clients use of the limited resources, and the clients that were rejected lately. */
export function ClientLimits({ limits: { resources, rejections } }: { limits: Limits }) {
  const [isTable, setTable] = useState(false)
  return (
    <Card className={styles.card}>
      <h2 className={styles.heading}>Limits for clients</h2>
      <p className={styles.intro}>
        No client can use everything: requests beyond a limit are rejected with status 429 or 503. A restart clears this list.
      </p>
      {rejections.length === 0 ? <p>No client has reached a limit.</p> : <RejectionTable rejections={rejections} />}
      <Disclosure open={isTable} onOpenChange={setTable} summary="Current use of all limits">
        <ResourceTable resources={resources} />
      </Disclosure>
    </Card>
  )
}
