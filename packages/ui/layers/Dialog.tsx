import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { joinClasses } from '../style/joinClasses.ts'
import { uncovered } from '../style/uncovered.ts'
import styles from './Dialog.module.css'
import { DialogFrame } from './DialogFrame.tsx'
import { LayerFooter } from './LayerFooter.tsx'
import layer from './layer.module.css'
import type { CloseReason } from './useLayer.ts'

export interface DialogProps {
  open: boolean
  /** Called on Escape, a click outside or the close button. The dialog stays open until `open` is false. */
  onClose: (reason: CloseReason) => void
  title: ReactNode
  /** Content at the right end of the header, before the close button. */
  actions?: ReactNode
  children?: ReactNode
  /** The buttons, the primary one last. */
  footer?: ReactNode
  /** Content at the left end of the footer. */
  footerStart?: ReactNode
  /** The width: 420, 560 or 880 px, or that of the window. */
  size?: 'small' | 'medium' | 'large' | 'full' | undefined
  /** Whether the dialog always uses the available height (on phones the whole window), for lists with search. */
  tall?: boolean | undefined
  /** The element that receives focus. Default: the first field. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Restores focus after closing and returns whether it did. Otherwise focus returns to the previous element. */
  takeFocus?: (() => boolean) | undefined
  className?: string | undefined
}

/** A modal dialog. Focus stays inside and then returns to the previous element. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, actions, children, footer, footerStart } = props
  const { size = 'medium', tall, initialFocus, takeFocus, className } = props
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      size={size}
      role="dialog"
      initialFocus={initialFocus}
      takeFocus={takeFocus}
      className={joinClasses(tall && styles.tall, className)}
    >
      <header className={layer.header} {...uncovered}>
        <Base.Title className={joinClasses(layer.title, styles.title)}>{title}</Base.Title>
        {actions && <div className={layer.actions}>{actions}</div>}
        <IconButton label="Close" icon={X} side="bottom" onClick={() => onClose('button')} />
      </header>
      {children && (
        <div className={joinClasses(layer.body, tall && styles.tallBody)} data-layer-body="">
          {children}
        </div>
      )}
      <LayerFooter start={footerStart}>{footer}</LayerFooter>
    </DialogFrame>
  )
}
