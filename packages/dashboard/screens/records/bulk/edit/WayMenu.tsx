import { Button, Menu } from '@coffer/ui'
import { ChevronDown } from 'lucide-react'
import styles from './WayMenu.module.css'
import type { Way, WayToChange } from './waysToChange.ts'

interface WayMenuProps {
  /** Of the field. */
  name: string
  ways: readonly WayToChange[]
  value: Way
  onChange: (way: Way) => void
}

/** How the values of a field are changed, where there is more than one way to. */
export function WayMenu({ name, ways, value, onChange }: WayMenuProps) {
  const [only] = ways
  if (ways.length === 1) return <span className={styles.only}>{only?.label}</span>
  const label = ways.find(({ way }) => way === value)?.label
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" variant="quiet" aria-label={`${label}: how ${name} changes`}>
          {label}
          <ChevronDown size={14} aria-hidden={true} />
        </Button>
      }
      items={[
        {
          kind: 'choice',
          label: `How ${name} changes`,
          value,
          options: ways.map(({ way, label }) => ({ value: way, label })),
          onChange: chosen => {
            const found = ways.find(({ way }) => way === chosen)
            if (found) onChange(found.way)
          },
        },
      ]}
    />
  )
}
