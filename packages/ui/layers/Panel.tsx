import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type CSSProperties, type ReactNode, type RefObject, useState } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { joinClasses } from '../style/joinClasses.ts'
import { uncovered } from '../style/uncovered.ts'
import { focusLayer } from './focusLayer.ts'
import { LayerFooter } from './LayerFooter.tsx'
import { LayerRoot } from './LayerRoot.tsx'
import layer from './layer.module.css'
import styles from './Panel.module.css'
import { ResizeHandle } from './ResizeHandle.tsx'
import { type CloseReason, keepSubmit, useLayer } from './useLayer.ts'
import { useRememberedWidth } from './useRememberedWidth.ts'

const narrowest = 400

export interface PanelProps {
  open: boolean
  /** Called on Escape, a click outside or the close button. The caller can ask about unsaved changes first. */
  onCloseRequest: (reason: CloseReason) => void
  title: ReactNode
  /** Content at the right end of the header, before the close button. */
  actions?: ReactNode
  children?: ReactNode
  /** The sticky footer, with the primary action last. */
  footer?: ReactNode
  /** Content at the left end of the footer. */
  footerStart?: ReactNode
  /** The initial width in pixels. Default: 720. */
  width?: number | undefined
  /** The name under which the width is stored. */
  rememberAs?: string | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  className?: string | undefined
}

/** A side panel on the right. Panels above it shift it to the left. Below 640 px it fills the window. */
export function Panel(props: PanelProps) {
  const { open, onCloseRequest, title, actions, children, footer, footerStart, width = 720, rememberAs, initialFocus } = props
  const place = useLayer('panel', open, onCloseRequest)
  const size = useRememberedWidth(rememberAs, width)
  const [widest, setWidest] = useState(width)
  const shape = { '--width': `${size.value}px`, '--above': place.panelsAbove, zIndex: place.zIndex } as CSSProperties
  return (
    <LayerRoot open={open} place={place} onClose={onCloseRequest}>
      <Base.Popup
        id={place.id}
        aria-modal="true"
        onSubmit={keepSubmit}
        ref={() => setWidest(Math.max(narrowest, window.innerWidth - 80))}
        className={joinClasses(styles.panel, props.className)}
        style={shape}
        data-beneath={place.panelsAbove > 0 ? '' : undefined}
        initialFocus={() => focusLayer(place.id, initialFocus?.current)}
        finalFocus={place.finalFocus}
      >
        <ResizeHandle
          className={styles.handle}
          label="Width of the panel"
          edge="left"
          value={Math.min(size.value, widest)}
          min={narrowest}
          max={widest}
          onChange={size.change}
          onSettle={size.remember}
          onReset={size.reset}
        />
        <header className={joinClasses(layer.header, styles.header)} {...uncovered}>
          <Base.Title className={layer.title}>{title}</Base.Title>
          {actions && <div className={layer.actions}>{actions}</div>}
          <IconButton label="Close" icon={X} side="bottom" onClick={() => onCloseRequest('button')} />
        </header>
        <div className={joinClasses(layer.body, styles.body)} data-layer-body="">
          {children}
        </div>
        <LayerFooter start={footerStart}>{footer}</LayerFooter>
      </Base.Popup>
    </LayerRoot>
  )
}
