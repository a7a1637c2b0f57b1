import styles from './cells.module.css'

/** Placeholder for a missing value. */
export function EmptyValue() {
  return <span className={styles.empty}>N/A</span>
}
