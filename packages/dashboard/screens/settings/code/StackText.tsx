import styles from './CodePage.module.css'

/** An error with its stack, or other output. Its lines break where the page ends. */
export function StackText({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label}>
      <pre className={styles.stack}>{text}</pre>
    </section>
  )
}
