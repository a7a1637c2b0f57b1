import {
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react'
import type { IconType } from '../style/IconType.ts'
import type { MenuButton, MenuButtonState } from './MenuPopup.tsx'

interface MenuAction {
  kind?: 'action'
  label: string
  icon?: IconType | undefined
  /** The keys as in `useShortcut`, for example `mod+s`. Only displayed; the page must listen for them. */
  shortcut?: string | undefined
  hint?: string | undefined
  danger?: boolean | undefined
  disabled?: boolean | undefined
  onSelect: () => void
}

interface MenuLink {
  kind: 'link'
  label: string
  icon?: IconType | undefined
  href: string
  /** Whether the link opens in a new window. */
  external?: boolean | undefined
}

interface MenuToggle {
  kind: 'toggle'
  label: string
  icon?: IconType | undefined
  checked: boolean
  disabled?: boolean | undefined
  /** Whether the menu stays open, so that several entries can be changed. */
  onChange: (checked: boolean) => void
}

interface MenuOption {
  value: string
  label: string
  icon?: IconType | undefined
  /** A dot of this color instead of an icon. */
  color?: string | undefined
}

interface MenuChoice {
  kind: 'choice'
  label: string
  value: string
  options: readonly MenuOption[]
  onChange: (value: string) => void
}

export type MenuEntry =
  | MenuAction
  | MenuLink
  | MenuToggle
  | MenuChoice
  | { kind: 'separator' }
  | { kind: 'heading'; label: string }

export interface MenuProps {
  /** The trigger: a button of the kit. */
  trigger: ReactElement
  items: readonly MenuEntry[]
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  align?: 'start' | 'center' | 'end' | undefined
  /** Content above the entries, for example the signed-in admin. */
  header?: ReactNode
  /** `click` opens the menu on release, for a draggable trigger. By default it opens on pointer down. */
  opensOn?: 'press' | 'click' | undefined
  /** Restores focus after closing and returns whether it did. Otherwise focus returns to the trigger. */
  takeFocus?: (() => boolean) | undefined
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
