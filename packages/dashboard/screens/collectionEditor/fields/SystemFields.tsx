import type { CollectionType } from '@coffer/schema'
import { Fragment } from 'react'
import { systemFields } from '../edited/systemFields.ts'
import styles from './FieldsTab.module.css'

/** Lists the names of a collection's system fields. */
export function SystemFields({ type }: { type: CollectionType }) {
  return (
    <p className={styles.system}>
      System fields:{' '}
      {systemFields(type).map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <code>{name}</code>
        </Fragment>
      ))}
      .
    </p>
  )
}
