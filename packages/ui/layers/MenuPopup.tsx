import { Menu as Base } from '@base-ui/react/menu'
import { type ComponentPropsWithRef, type DOMAttributes, type RefObject, useLayoutEffect } from 'react'
import { useFocusByKey } from '../keyboard/useFocusByKey.ts'
import { isInTopmostLayer } from './layerStack.ts'
import styles from './Menu.module.css'
import type { MenuProps } from './Menu.tsx'
import { MenuItem } from './MenuItem.tsx'
import { useEscape } from './useEscape.ts'

/** What a menu listens to on its button. */
export type MenuButton = Pick<
  DOMAttributes<HTMLElement>,
  'onPointerEnter' | 'onFocus' | 'onPointerDown' | 'onMouseDown' | 'onClick' | 'onKeyDown' | 'onKeyUp'
>

/** What a button tells of its menu. */
export type MenuButtonState = Pick<ComponentPropsWithRef<'button'>, 'aria-expanded' | 'aria-controls'> & {
  'data-popup-open'?: string | undefined
}

interface MenuPopupProps extends Omit<MenuProps, 'trigger'> {
  /** Of the button. */
  id: string
  button: RefObject<HTMLElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Gets what the button has to pass on, as long as there is a menu. */
  onButton: (button: MenuButton | undefined) => void
  onStateChange: (state: MenuButtonState) => void
}

/** The menu behind a button that stands in the page already. */
export function MenuPopup(props: MenuPopupProps) {
  const { id, button, items, side = 'bottom', align = 'start', header, opensOn, takeFocus, open, onOpenChange } = props
  const { noteOpening, focusRef } = useFocusByKey<HTMLElement>()
  const change = (wanted: boolean, { reason, event }: Base.Root.ChangeEventDetails) => {
    const isEarly = opensOn === 'click' && wanted && reason === 'trigger-press' && event.type === 'mousedown'
    noteOpening(wanted, event)
    if (!isEarly) onOpenChange(wanted)
  }
  // An entry may have opened a dialog, which has the focus by the time the menu is gone.
  const isReachable = () => button.current !== null && isInTopmostLayer(button.current)
  useEscape(open, () => onOpenChange(false))
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Trigger id={id} render={given => <ButtonLink {...props} given={given} />} />
      {/* A landmark, because the popup stands outside of those of the page. */}
      <Base.Portal role="region" aria-label="Menu">
        <Base.Positioner className={styles.positioner} side={side} align={align} sideOffset={4} collisionPadding={8}>
          <Base.Popup ref={focusRef} className={styles.popup} finalFocus={() => !takeFocus?.() && isReachable()}>
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

/** Ties the menu to its button, which is drawn elsewhere, so that neither the place nor the focus of the button changes. */
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
