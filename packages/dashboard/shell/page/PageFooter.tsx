import { uncovered } from '@coffer/ui'
import type { ReactNode } from 'react'
import styles from './PageFooter.module.css'
import { product } from './product.ts'

/** Footer of every page: the page's counts, then links to the documentation and the releases. */
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
