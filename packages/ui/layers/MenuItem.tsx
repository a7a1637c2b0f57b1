import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { Kbd } from '../keyboard/Kbd.tsx'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Menu.module.css'
import type { MenuEntry } from './MenuContent.ts'

/** An entry of a menu or a separator. */
export function MenuItem({ entry }: { entry: MenuEntry }) {
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
