import type { ReactNode } from 'react'
import styles from './FullPage.module.css'
import { usePageTitle } from './usePageTitle.ts'

/** A page for anyone: what the product is, or which version of it, is nothing to them. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <div className={styles.column}>
          <h1 className={styles.title}>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  )
}
