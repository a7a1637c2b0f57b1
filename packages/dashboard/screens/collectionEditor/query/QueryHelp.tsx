import styles from './QueryTab.module.css'

/** What a query has to be to make a view. */
export function QueryHelp() {
  return (
    <ul className={styles.help}>
      <li>
        Wildcard columns (<code>*</code>) are not supported: name each column.
      </li>
      <li>
        A unique <code>id</code> column is required. Where there is none, <code>(ROW_NUMBER() OVER()) as id</code> makes one.
      </li>
      <li>
        Expressions need an alias that is a valid field name, for example <code>MAX(balance) as maxBalance</code>.
      </li>
    </ul>
  )
}
