import { Disclosure } from '@coffer/ui'
import { type ReactNode, useState } from 'react'
import styles from './RecordDisclosure.module.css'

interface RecordDisclosureProps {
  /** How many records there are. */
  summary: string
  /** The list of the records, which loads them once it is shown. */
  children: ReactNode
}

/** A number of records that opens their list. */
export function RecordDisclosure({ summary, children }: RecordDisclosureProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure open={isOpen} onOpenChange={setOpen} summary={summary}>
      {isOpen && <div className={styles.opened}>{children}</div>}
    </Disclosure>
  )
}
