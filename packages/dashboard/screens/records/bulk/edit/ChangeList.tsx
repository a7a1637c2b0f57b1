import styles from './ChangeList.module.css'

/** Lists changes, one per line. */
export function ChangeList({ texts }: { texts: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {texts.map(text => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
