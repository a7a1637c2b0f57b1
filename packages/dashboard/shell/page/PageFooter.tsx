import { uncovered } from '@coffer/ui'
import type { ReactNode } from 'react'
import styles from './PageFooter.module.css'
import { product } from './product.ts'

/** The line below every page: what the page counts, then where to read on. */
export function PageFooter({ children }: { children?: ReactNode }) {
  return (
    <footer className={styles.footer} {...uncovered}>
      <div className={styles.page}>{children}</div>
      <a href={product.docs} target="_blank" rel="noreferrer">
        Docs
      </a>
      <a href={product.releases} target="_blank" rel="noreferrer" title="Releases">
        {product.name} {product.version}
      </a>
    </footer>
  )
}
