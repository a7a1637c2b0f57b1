import type { ReactNode } from 'react'
import styles from './FullPage.module.css'
import { usePageTitle } from './usePageTitle.ts'

/** A page for end users of applications. It does not show the product name or version. */
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
