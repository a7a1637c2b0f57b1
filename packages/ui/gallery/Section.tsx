import { type ReactNode, useId } from 'react'
import styles from './Gallery.module.css'

/** A section of the gallery. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A wrapping row of items. */
export function Line({ children }: { children: ReactNode }) {
  return <div className={styles.line}>{children}</div>
}
