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
  /** The error message. Empty text means no error. */
  error: string
}

/** Chooses who sends the explained request: guests, or a user that is searched. */
export function ExplainWho({ personas, value, onChange, error }: ExplainWhoProps) {
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
        error={error}
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
