import { uncovered } from '@coffer/ui'
import type { ReactNode } from 'react'
import { manualPage } from './manualPages.ts'
import styles from './PageFooter.module.css'
import { product } from './product.ts'

/** Footer of every page: the page's counts, then links to the page of the manual for this screen and to the releases. */
export function PageFooter({ children }: { children?: ReactNode }) {
  // The router's hook would make the sign-in page a fifth larger. Each screen renders its own footer, so the address is current.
  const [path = ''] = location.hash.slice(1).split('?')
  return (
    <footer className={styles.footer} {...uncovered}>
      <div className={styles.page}>{children}</div>
      <a href={manualPage(path)} target="_blank" rel="noreferrer">
        Docs
      </a>
      <a href={product.releases} target="_blank" rel="noreferrer" title="Releases">
        {product.name} {product.version}
      </a>
    </footer>
  )
}
