import { Fragment } from 'react'
import styles from './LevelsHint.module.css'
import { levels } from './levels.ts'

/** Lists the numbers and names of the log levels. */
export function LevelsHint() {
  return (
    <span className={styles.hint}>
      Default log levels:{' '}
      {levels.map(({ value, name }) => (
        <Fragment key={value}>
          <code>
            {value}:{name}
          </code>{' '}
        </Fragment>
      ))}
    </span>
  )
}
