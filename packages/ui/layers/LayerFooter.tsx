import type { ReactNode } from 'react'
import { uncovered } from '../style/uncovered.ts'
import layer from './layer.module.css'

interface LayerFooterProps {
  /** Content at the left end. */
  start: ReactNode
  /** Content at the right end. Without it, there is no footer. */
  children: ReactNode
}

/** The sticky footer of a layer. */
export function LayerFooter({ start, children }: LayerFooterProps) {
  if (!children) return null
  return (
    <footer className={layer.footer} {...uncovered}>
      {start && <div className={layer.footerStart}>{start}</div>}
      {children}
    </footer>
  )
}
