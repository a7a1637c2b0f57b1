import type { ReactNode } from 'react'
import { uncovered } from '../style/uncovered.ts'
import layer from './layer.module.css'

interface LayerFooterProps {
  /** At the left end. */
  start: ReactNode
  /** At the right end; without it there is no footer. */
  children: ReactNode
}

/** Stays in view below what a layer holds. */
export function LayerFooter({ start, children }: LayerFooterProps) {
  if (!children) return null
  return (
    <footer className={layer.footer} {...uncovered}>
      {start && <div className={layer.footerStart}>{start}</div>}
      {children}
    </footer>
  )
}
