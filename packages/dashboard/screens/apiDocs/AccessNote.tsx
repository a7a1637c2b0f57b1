import { TextWithCode } from '@coffer/ui'
import { Globe, Lock, UserRound } from 'lucide-react'
import styles from './AccessNote.module.css'
import type { Access } from './parts/access.ts'

const iconOf = ({ who, signIn }: Access) => (signIn === 'admin' ? Lock : who?.startsWith('Everyone') ? Globe : UserRound)

/** Shows who can make a call: a description and the rule. */
export function AccessNote({ access }: { access: Access }) {
  const { who, rule, note } = access
  const Icon = iconOf(access)
  return (
    <div className={styles.access}>
      <Icon className={styles.icon} size={16} aria-hidden="true" />
      <div className={styles.text}>
        <p>
          <span className={styles.question}>Who can call it: </span>
          {who === undefined ? 'everyone who satisfies its rule.' : <TextWithCode text={`${who}.`} />}
        </p>
        {rule !== undefined && <pre className={styles.rule}>{rule}</pre>}
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
    </div>
  )
}
