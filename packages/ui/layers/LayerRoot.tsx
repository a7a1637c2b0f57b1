import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import layer from './layer.module.css'
import { type CloseReason, keepFocus, LayerContext, type LayerPlace } from './useLayer.ts'

interface LayerRootProps {
  open: boolean
  place: LayerPlace
  onClose: (reason: CloseReason) => void
  /** The popup. */
  children: ReactNode
}

/** The scrim and the closing behavior that dialogs and panels share. */
export function LayerRoot({ open, place, onClose, children }: LayerRootProps) {
  return (
    <Base.Root
      key={place.opening}
      open={open}
      onOpenChange={(isOpen, details) => {
        const reason = isOpen ? undefined : place.closeReason(details)
        if (reason) onClose(reason)
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className={joinClasses(layer.scrim, place.depth > 0 && layer.nested)}
          style={{ zIndex: place.zIndex }}
          onMouseDown={keepFocus}
        />
        <LayerContext value={place.path}>{children}</LayerContext>
      </Base.Portal>
    </Base.Root>
  )
}
