import { Button } from '@coffer/ui'
import { CircleHelp } from 'lucide-react'
import { useRef, useState } from 'react'
import { FilterHelp } from '../../filter/FilterHelp.tsx'
import styles from './FilterHelpButton.module.css'

/** Button that opens the help on filters. */
export function FilterHelpButton() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className={styles.help}>
      <Button
        ref={button}
        size="small"
        icon={CircleHelp}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        Filter syntax
      </Button>
      <FilterHelp open={isOpen} anchor={button} returnTo={() => button.current} onClose={() => setOpen(false)} />
    </div>
  )
}
