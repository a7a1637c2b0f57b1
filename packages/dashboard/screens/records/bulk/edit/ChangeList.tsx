import styles from './ChangeList.module.css'

/** What several changes do, one in each line. */
export function ChangeList({ texts }: { texts: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {texts.map(text => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
