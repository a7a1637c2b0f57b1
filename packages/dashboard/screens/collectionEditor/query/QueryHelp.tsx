import styles from './QueryTab.module.css'

/** Requirements for the query of a view. */
export function QueryHelp() {
  return (
    <ul className={styles.help}>
      <li>
        Wildcard columns (<code>*</code>) are not supported. List the columns.
      </li>
      <li>
        A unique <code>id</code> column is required. If there isn't one, use <code>(ROW_NUMBER() OVER()) as id</code>.
      </li>
      <li>
        Expressions need an alias that is a valid field name, e.g. <code>MAX(balance) as maxBalance</code>.
      </li>
    </ul>
  )
}
