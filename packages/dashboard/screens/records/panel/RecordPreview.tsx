import { fieldViews, type RecordJson } from '@coffer/fields/ui'
import { Button, CopyChip, Panel, Skeleton } from '@coffer/ui'
import { columnIcon } from '../columns/columnIcon.ts'
import { columnsOf } from '../columns/columns.ts'
import type { RecordPanelProps } from './RecordPanelProps.ts'
import styles from './RecordPreview.module.css'

interface RecordPreviewProps extends Pick<RecordPanelProps, 'collection' | 'context' | 'neighbors' | 'onClose'> {
  isOpen: boolean
  record: RecordJson | undefined
}

/** Shows all values of a view's record, read-only. */
export function RecordPreview({ collection, context, neighbors, onClose, isOpen, record }: RecordPreviewProps) {
  return (
    <Panel
      open={isOpen}
      onCloseRequest={() => onClose()}
      rememberAs="record"
      title={`${collection.name} record preview`}
      actions={neighbors}
      footer={<Button onClick={() => onClose()}>Close</Button>}
    >
      <dl className={styles.values}>
        {columnsOf(collection).map(column => {
          const { id, field } = column
          const { Cell } = fieldViews[field.type]
          const Icon = columnIcon(column)
          return (
            <div key={id} className={styles.value}>
              <dt className={styles.name}>
                <Icon size={14} aria-hidden={true} />
                {field.name}
              </dt>
              <dd className={styles.content}>
                {record === undefined ? (
                  <Skeleton width="60%" />
                ) : id === '@id' ? (
                  <CopyChip text={record.id} noun="id" />
                ) : (
                  <Cell field={field} value={record[field.name]} record={record} context={context} compact={false} />
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </Panel>
  )
}
