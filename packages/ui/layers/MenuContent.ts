import type { ReactNode } from 'react'
import type { IconType } from '../style/IconType.ts'

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

/** A menu without its trigger. */
export interface MenuContent {
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
