import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type MouseEvent, type ReactElement, type ReactNode, useState } from 'react'
import { Kbd } from '../keyboard/Kbd.tsx'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Menu.module.css'

interface MenuAction {
  kind?: 'action'
  label: string
  icon?: IconType | undefined
  /** Keys as in `useShortcut`, e.g. `mod+s`. Shown only: the page listens for them. */
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
  /** Opens in a window of its own. */
  external?: boolean | undefined
}

interface MenuToggle {
  kind: 'toggle'
  label: string
  icon?: IconType | undefined
  checked: boolean
  disabled?: boolean | undefined
  /** The menu stays open, so that several can be changed. */
  onChange: (checked: boolean) => void
}

interface MenuOption {
  value: string
  label: string
  icon?: IconType | undefined
  /** In place of an icon a dot of this colour. */
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
  /** A button of the kit. */
  trigger: ReactElement
  items: readonly MenuEntry[]
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  align?: 'start' | 'center' | 'end' | undefined
  /** Above the entries, e.g. who is signed in. */
  header?: ReactNode
  /** `click` waits until the button is let go, for one that can be dragged; by default the menu opens as soon as it is pressed. */
  opensOn?: 'press' | 'click' | undefined
  /** Takes focus once the menu closes, and says whether it does; else it goes back to the trigger. */
  takeFocus?: (() => boolean) | undefined
}

/** Actions behind a button: arrow keys and first letters move, Enter chooses, Escape closes the menu alone. */
export function Menu(props: MenuProps) {
  const { trigger, items, side = 'bottom', align = 'start', header, opensOn = 'press', takeFocus } = props
  const [isOpen, setOpen] = useState(false)
  const change = (wanted: boolean, { reason, event }: Base.Root.ChangeEventDetails) => {
    const isEarly = opensOn === 'click' && wanted && reason === 'trigger-press' && event.type === 'mousedown'
    if (!isEarly) setOpen(wanted)
  }
  const click = (event: MouseEvent) => {
    // A press by key is no click of a pointer: the menu has answered it already.
    if (opensOn === 'click' && event.detail > 0) setOpen(!isOpen)
  }
  return (
    <Base.Root open={isOpen} onOpenChange={change}>
      <Base.Trigger render={trigger} onClick={click} />
      {/* A landmark, because the popup stands outside of those of the page. */}
      <Base.Portal role="region" aria-label="Menu">
        <Base.Positioner className={styles.positioner} side={side} align={align} sideOffset={4} collisionPadding={8}>
          <Base.Popup className={styles.popup} finalFocus={() => !takeFocus?.()}>
            {header && <div className={styles.header}>{header}</div>}
            {items.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: separators have nothing else, and entries keep their places
              <Entry key={index} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'separator':
      return <Base.Separator className={styles.separator} />
    case 'heading':
      return <div className={styles.heading}>{entry.label}</div>
    case 'link':
      return (
        <Base.LinkItem
          className={styles.item}
          href={entry.href}
          closeOnClick
          {...(entry.external && { target: '_blank', rel: 'noreferrer' })}
        >
          <Label icon={entry.icon} label={entry.label} />
        </Base.LinkItem>
      )
    case 'toggle':
      return (
        <Base.CheckboxItem
          className={styles.item}
          checked={entry.checked}
          disabled={entry.disabled}
          onCheckedChange={entry.onChange}
        >
          <Tick shown={entry.checked} />
          <Label icon={entry.icon} label={entry.label} />
        </Base.CheckboxItem>
      )
    case 'choice':
      return (
        <Base.RadioGroup value={entry.value} onValueChange={entry.onChange} aria-label={entry.label}>
          <div className={styles.heading} aria-hidden="true">
            {entry.label}
          </div>
          {entry.options.map(option => (
            <Base.RadioItem key={option.value} className={styles.item} value={option.value} closeOnClick>
              {option.color && <Dot color={option.color} />}
              <Label icon={option.icon} label={option.label} />
              <Tick shown={option.value === entry.value} />
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      )
    default:
      return (
        <Base.Item
          className={joinClasses(styles.item, entry.danger && styles.danger)}
          disabled={entry.disabled}
          onClick={entry.onSelect}
        >
          <Label icon={entry.icon} label={entry.label} hint={entry.hint} />
          {entry.shortcut && <Kbd keys={entry.shortcut} />}
        </Base.Item>
      )
  }
}

function Label({ icon: Icon, label, hint }: { icon: IconType | undefined; label: string; hint?: string | undefined }) {
  return (
    <>
      {Icon && <Icon size={16} aria-hidden={true} />}
      <span className={styles.label}>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </>
  )
}

function Dot({ color }: { color: string }) {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" fill={color} stroke="var(--line-strong)" />
    </svg>
  )
}

function Tick({ shown }: { shown: boolean }) {
  return <span className={styles.tick}>{shown && <Check size={16} aria-hidden="true" />}</span>
}
