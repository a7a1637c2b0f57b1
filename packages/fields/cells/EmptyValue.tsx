import styles from './cells.module.css'

/** Stands where there is no value. */
export function EmptyValue() {
  return <span className={styles.empty}>N/A</span>
}
