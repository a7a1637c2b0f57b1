import styles from './CodePage.module.css'

/** An error with its stack, or other output, which scrolls sideways if it is wider than the page. */
export function StackText({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      <pre className={styles.stack}>{text}</pre>
    </section>
  )
}
