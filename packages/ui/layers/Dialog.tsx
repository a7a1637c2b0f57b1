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
  /** Asked to close by Escape, a press outside or the close button; nothing closes until `open` is false. */
  onClose: (reason: CloseReason) => void
  title: ReactNode
  /** At the right end of the header, before the close button. */
  actions?: ReactNode
  children?: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** At the left end of the footer. */
  footerStart?: ReactNode
  /** 420, 560 or 880 px wide, or as wide as the window. */
  size?: 'small' | 'medium' | 'large' | 'full' | undefined
  /** As high as the window allows whatever is in it, and all of a phone's window: for lists that are searched and scrolled. */
  tall?: boolean | undefined
  /** Without it the first field of the content takes focus. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Takes focus once it closes, and says whether it does; else it goes back to where it came from. */
  takeFocus?: (() => boolean) | undefined
  className?: string | undefined
}

/** A window in the middle, above everything: focus stays in it and returns to where it came from. */
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
