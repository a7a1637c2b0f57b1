import { describePersona, type PersonaDescription } from '@coffer/schema'
import { FieldFrame, Select } from '@coffer/ui'
import { UserSearch } from '../PersonaPicker.tsx'
import styles from './ExplainWho.module.css'
import { lacksUser, usePersonaName } from './userNames.ts'

interface ExplainWhoProps {
  personas: readonly PersonaDescription[]
  /** Key of the chosen persona. */
  value: string
  onChange: (key: string) => void
  /** Whether to say that a user is missing. */
  isRejected: boolean
}

/** Chooses who sends the explained request: guests, or a user that is searched. */
export function ExplainWho({ personas, value, onChange, isRejected }: ExplainWhoProps) {
  const name = usePersonaName(value)
  const options = personas
    .filter(({ key }) => !lacksUser(key))
    .map(persona => ({ value: persona.key, label: describePersona(persona) }))
  const isListed = options.some(option => option.value === value)
  return (
    <div className={styles.who}>
      <FieldFrame
        label="Who"
        help={lacksUser(value) ? 'Find the user who sent the request: rules can depend on it.' : undefined}
        error={isRejected && lacksUser(value) ? 'Find a user, or choose Guests.' : ''}
      >
        {({ control }) => (
          <Select
            {...control}
            options={isListed ? options : [...options, { value, label: lacksUser(value) ? 'A user' : name }]}
            value={value}
            onChange={onChange}
            searchable={false}
          />
        )}
      </FieldFrame>
      <UserSearch onFound={onChange} />
    </div>
  )
}
