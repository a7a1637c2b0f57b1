import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './DialogFrame.module.css'
import { focusLayer } from './focusLayer.ts'
import { LayerRoot } from './LayerRoot.tsx'
import { type CloseReason, keepFocus, keepSubmit, useLayer } from './useLayer.ts'

export interface DialogFrameProps {
  open: boolean
  onClose: (reason: CloseReason) => void
  size: 'small' | 'medium' | 'large' | 'full'
  role: 'dialog' | 'alertdialog'
  initialFocus?: RefObject<HTMLElement | null> | undefined
  takeFocus?: (() => boolean) | undefined
  className?: string | undefined
  /** The content. Must contain a `DialogTitle`. */
  children: ReactNode
}

/** The frame of a modal dialog: scrim, stacking and focus. The caller provides the content. */
export function DialogFrame(props: DialogFrameProps) {
  const { open, onClose, size, role, initialFocus, takeFocus, className, children } = props
  const place = useLayer('dialog', open, onClose)
  return (
    <LayerRoot open={open} place={place} onClose={onClose}>
      <Base.Viewport className={styles.viewport} style={{ zIndex: place.zIndex }} onMouseDown={keepFocus}>
        <Base.Popup
          id={place.id}
          role={role}
          aria-modal="true"
          onSubmit={keepSubmit}
          className={joinClasses(styles.popup, styles[size], className)}
          initialFocus={() => focusLayer(place.id, initialFocus?.current)}
          finalFocus={() => !takeFocus?.() && place.finalFocus()}
        >
          {children}
        </Base.Popup>
      </Base.Viewport>
    </LayerRoot>
  )
}
