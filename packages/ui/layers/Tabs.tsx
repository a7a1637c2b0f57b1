import { Tabs as Base } from '@base-ui/react/tabs'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import { VisuallyHidden } from '../style/VisuallyHidden.tsx'
import styles from './Tabs.module.css'

export interface Tab<Id extends string = string> {
  id: Id
  label: string
  icon?: IconType | undefined
  /** What is wrong inside, in a few words; shown as an exclamation mark. */
  marker?: string | undefined
  disabled?: boolean | undefined
}

export interface TabsProps<Id extends string = string> {
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** Whether the tabs are listed vertically at the left of the panels. */
  vertical?: boolean | undefined
  /** The accessible name of the tab list. */
  label: string
  /** One `TabPanel` per tab. */
  children?: ReactNode
  className?: string | undefined
}

/** Tabs above or beside their panels. Arrow keys move and select. */
export function Tabs<Id extends string>({ tabs, value, onChange, vertical = false, label, children, className }: TabsProps<Id>) {
  return (
    <Base.Root
      className={joinClasses(styles.tabs, vertical && styles.vertical, className)}
      orientation={vertical ? 'vertical' : 'horizontal'}
      value={value}
      onValueChange={onChange}
    >
      <Base.List className={styles.list} aria-label={label} activateOnFocus>
        {tabs.map(({ id, label: name, icon: Icon, marker, disabled }) => (
          <Base.Tab key={id} className={styles.tab} value={id} disabled={disabled}>
            {Icon && <Icon size={16} aria-hidden={true} />}
            {name}
            {marker && (
              <span className={styles.marker} title={marker}>
                <CircleAlert size={14} aria-hidden={true} />
                <VisuallyHidden>({marker})</VisuallyHidden>
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  )
}

export interface TabPanelProps {
  id: string
  /** Whether the panel stays mounted, so that typed input is kept while another tab is shown. */
  keepMounted?: boolean | undefined
  className?: string | undefined
  children?: ReactNode
}

/** The content of a tab. Use inside `Tabs`. */
export function TabPanel({ id, keepMounted = false, className, children }: TabPanelProps) {
  return (
    <Base.Panel className={joinClasses(styles.panel, className)} value={id} keepMounted={keepMounted}>
      {children}
    </Base.Panel>
  )
}
