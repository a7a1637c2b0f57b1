import { Logo } from '@coffer/ui'
import type { ReactNode } from 'react'
import styles from './FullPage.module.css'
import { PageFooter } from './PageFooter.tsx'
import { usePageTitle } from './usePageTitle.ts'

export interface FullPageProps {
  title: string
  /** In the browser's title where the heading would be too long. */
  page?: string
  children: ReactNode
}

/** A page of its own, without rail: one column in the middle of the window. */
export function FullPage({ title, page = title, children }: FullPageProps) {
  usePageTitle(page)
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <div className={styles.column}>
          <Logo withName={true} />
          <h1 className={styles.title}>{title}</h1>
          {children}
        </div>
      </main>
      <PageFooter />
    </div>
  )
}
