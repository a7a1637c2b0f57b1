import { cloneElement, lazy, type ReactElement, type Ref, Suspense, useCallback, useId, useRef, useState } from 'react'
import type { MenuContent } from './MenuContent.ts'
import type { MenuButton, MenuButtonState } from './MenuPopup.tsx'

export interface MenuProps extends MenuContent {
  /** The trigger: a button of the kit. */
  trigger: ReactElement
}

const loadPopup = () => import('./MenuPopup.tsx')
const MenuPopup = lazy(async () => ({ default: (await loadPopup()).MenuPopup }))

/** Preloads the popup of menus, so that the first one opens without a delay. */
export async function preloadMenus(): Promise<void> {
  await loadPopup()
}

const openingKeys = new Set(['ArrowDown', 'ArrowUp'])
const closed: MenuButtonState = { 'aria-expanded': false }

type TriggerProps = Partial<MenuButton> & { ref?: Ref<HTMLElement> }

/**
 * A menu of actions. Arrow keys and first letters move, Enter selects, Escape closes only the menu. Until the pointer or focus
 * reaches it, only the trigger is rendered, so dozens of menus are cheap.
 */
export function Menu({ trigger, opensOn = 'press', ...popup }: MenuProps) {
  const [isUsed, setUsed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [state, setState] = useState(closed)
  const id = useId()
  const button = useRef<HTMLElement>(null)
  const menu = useRef<MenuButton>(undefined)
  /** Whether the trigger was pressed before the menu had loaded. */
  const isAwaited = useRef(false)
  const isPressSeen = useRef(false)
  const own = trigger.props as TriggerProps

  const attach = useCallback((next: MenuButton | undefined) => {
    menu.current = next
    if (next === undefined || !isAwaited.current) return
    isAwaited.current = false
    queueMicrotask(() => button.current?.click())
  }, [])
  const open = () => {
    isAwaited.current = true
    setUsed(true)
  }
  const listeners: MenuButton = {
    onPointerEnter: event => {
      own.onPointerEnter?.(event)
      setUsed(true)
    },
    onFocus: event => {
      own.onFocus?.(event)
      setUsed(true)
      menu.current?.onFocus?.(event)
    },
    onPointerDown: event => {
      own.onPointerDown?.(event)
      isPressSeen.current = menu.current !== undefined
      menu.current?.onPointerDown?.(event)
    },
    onMouseDown: event => {
      own.onMouseDown?.(event)
      if (isPressSeen.current) menu.current?.onMouseDown?.(event)
    },
    onClick: event => {
      // A click caused by a key press is not a pointer click.
      const isPointer = event.detail > 0
      if (menu.current === undefined) return open()
      if (isPointer && !isPressSeen.current) return event.currentTarget.click()
      own.onClick?.(event)
      menu.current.onClick?.(event)
      if (isPointer && opensOn === 'click') setOpen(!isOpen)
    },
    onKeyDown: event => {
      own.onKeyDown?.(event)
      if (menu.current !== undefined) return menu.current.onKeyDown?.(event)
      if (!openingKeys.has(event.key)) return
      event.preventDefault()
      open()
    },
    onKeyUp: event => {
      own.onKeyUp?.(event)
      menu.current?.onKeyUp?.(event)
    },
  }
  const { ref: ownRef } = own
  const setButton = useCallback(
    (element: HTMLElement | null) => {
      button.current = element
      if (typeof ownRef === 'function') ownRef(element)
      else if (ownRef) ownRef.current = element
    },
    [ownRef],
  )
  return (
    <>
      {cloneElement(trigger, { id, 'aria-haspopup': 'menu', ...state, ...listeners, ref: setButton } as Partial<unknown>)}
      {isUsed && (
        <Suspense>
          <MenuPopup
            {...popup}
            id={id}
            button={button}
            opensOn={opensOn}
            open={isOpen}
            onOpenChange={setOpen}
            onButton={attach}
            onStateChange={setState}
          />
        </Suspense>
      )}
    </>
  )
}
