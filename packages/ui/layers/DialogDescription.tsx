import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

interface DialogDescriptionProps {
  className?: string | undefined
  children: ReactNode
}

/** Content that screen readers read after the title when its dialog opens. */
export function DialogDescription({ className, children }: DialogDescriptionProps) {
  // The default element is a paragraph, which cannot contain blocks.
  return (
    <Base.Description render={<div />} className={className}>
      {children}
    </Base.Description>
  )
}
