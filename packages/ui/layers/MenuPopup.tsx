import { Menu as Base } from '@base-ui/react/menu'
import { type ComponentPropsWithRef, type DOMAttributes, type RefObject, useLayoutEffect } from 'react'
import { useFocusByKey } from '../keyboard/useFocusByKey.ts'
import { hasFocusMovedOn, isInTopmostLayer } from './layerStack.ts'
import styles from './Menu.module.css'
import type { MenuContent } from './MenuContent.ts'
import { MenuItem } from './MenuItem.tsx'
import { useEscape } from './useEscape.ts'

/** The event handlers of a menu on its trigger. */
export type MenuButton = Pick<
  DOMAttributes<HTMLElement>,
  'onPointerEnter' | 'onFocus' | 'onPointerDown' | 'onMouseDown' | 'onClick' | 'onKeyDown' | 'onKeyUp'
>

/** The ARIA attributes of a trigger. */
export type MenuButtonState = Pick<ComponentPropsWithRef<'button'>, 'aria-expanded' | 'aria-controls'> & {
  'data-popup-open'?: string | undefined
}

interface MenuPopupProps extends MenuContent {
  /** The id of the trigger. */
  id: string
  button: RefObject<HTMLElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Receives the event handlers for the trigger while the menu is mounted. */
  onButton: (button: MenuButton | undefined) => void
  onStateChange: (state: MenuButtonState) => void
}

/** The popup of a menu whose trigger is already rendered. */
export function MenuPopup(props: MenuPopupProps) {
  const { id, button, items, side = 'bottom', align = 'start', header, opensOn, takeFocus, open, onOpenChange } = props
  const { noteOpening, focusRef } = useFocusByKey<HTMLElement>()
  const change = (wanted: boolean, { reason, event }: Base.Root.ChangeEventDetails) => {
    const isEarly = opensOn === 'click' && wanted && reason === 'trigger-press' && event.type === 'mousedown'
    noteOpening(wanted, event)
    if (!isEarly) onOpenChange(wanted)
  }
  // An entry can have opened a dialog, which has focus by the time the menu is closed.
  const returnsFocus = () => button.current !== null && isInTopmostLayer(button.current) && !hasFocusMovedOn()
  useEscape(open, () => onOpenChange(false))
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Trigger id={id} render={given => <ButtonLink {...props} given={given} />} />
      {/* A landmark, because the popup stands outside of those of the page. */}
      <Base.Portal role="region" aria-label="Menu">
        <Base.Positioner className={styles.positioner} side={side} align={align} sideOffset={4} collisionPadding={8}>
          <Base.Popup ref={focusRef} className={styles.popup} finalFocus={() => !takeFocus?.() && returnsFocus()}>
            {header && <div className={styles.header}>{header}</div>}
            {items.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: separators have nothing else, and entries keep their places
              <MenuItem key={index} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface ButtonLinkProps extends Pick<MenuPopupProps, 'button' | 'onButton' | 'onStateChange'> {
  given: ComponentPropsWithRef<'button'> & { 'data-popup-open'?: string }
}

/** Connects the menu to its trigger, which is rendered elsewhere, so that its position and focus do not change. */
function ButtonLink({ given, button, onButton, onStateChange }: ButtonLinkProps) {
  const { ref, 'aria-expanded': isExpanded, 'aria-controls': controls, 'data-popup-open': mark } = given

  useLayoutEffect(() => {
    if (typeof ref !== 'function') return
    ref(button.current as HTMLButtonElement | null)
    return () => void ref(null)
  }, [ref, button])
  useLayoutEffect(() => onButton(given as MenuButton))
  useLayoutEffect(() => () => onButton(undefined), [onButton])
  useLayoutEffect(
    () => onStateChange({ 'aria-expanded': isExpanded, 'aria-controls': controls, 'data-popup-open': mark }),
    [isExpanded, controls, mark, onStateChange],
  )
  return null
}
