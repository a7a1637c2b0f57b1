import type { ImportLoss } from '@coffer/schema'
import { useQuery } from '@tanstack/react-query'
import { affectedRecordsQuery } from '../../../queries/collections/affectedRecords.ts'
import { messageOf } from '../../../queries/connection/failure.ts'
import styles from './LossList.module.css'

/** Lists the collections and fields that an import deletes, with the number of affected records. */
export function LossList({ losses }: { losses: readonly ImportLoss[] }) {
  return (
    <ul className={styles.losses}>
      {losses.map(loss => (
        <LostCollection key={loss.collection.id} loss={loss} />
      ))}
    </ul>
  )
}

const noFields: NonNullable<ImportLoss['fields']> = []

function LostCollection({ loss: { collection, fields } }: { loss: ImportLoss }) {
  const isView = collection.type === 'view'
  const { data, error } = useQuery({ ...affectedRecordsQuery(collection.id, fields ?? noFields), enabled: !isView })
  const count = (number: number | undefined, text: (records: string) => string) => {
    if (error) return `could not be counted: ${messageOf(error)}`
    if (number === undefined) return 'counting...'
    return text(number === 1 ? '1 record' : `${number} records`)
  }
  if (fields === undefined) {
    return (
      <li>
        <b className={styles.name}>{collection.name}.*</b>
        <span className={styles.count}>{isView ? 'a view, no records' : count(data?.total, records => records)}</span>
      </li>
    )
  }
  return fields.map(({ id, name }) => (
    <li key={id}>
      <b className={styles.name}>
        {collection.name}.{name}
      </b>{' '}
      ({id})
      <span className={styles.count}>{count(data?.holding.get(id), records => `${records} of ${data?.total} with a value`)}</span>
    </li>
  ))
}
