import { describePersona, type PersonaDescription } from '@coffer/schema'
import { Button, FieldFrame, Select, TextInput } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { findPersonaKey } from '../../queries/access.ts'
import { collectionsQuery } from '../../queries/collections/collections.ts'
import { isSilent, messageOf } from '../../queries/connection/failure.ts'
import { usePersonaName } from './explain/userNames.ts'
import styles from './PersonaPicker.module.css'

interface PersonaPickerProps {
  personas: readonly PersonaDescription[]
  value: string
  onChange: (key: string) => void
}

/** Chooses whose access is shown: guests, new users, or a user that is searched. */
export function PersonaPicker({ personas, value, onChange }: PersonaPickerProps) {
  const listed = personas.map(persona => ({ value: persona.key, label: describePersona(persona) }))
  const isListed = listed.some(option => option.value === value)
  // A user is listed once the access of that user has been evaluated.
  const name = usePersonaName(isListed ? '' : value)
  const options = isListed ? listed : [...listed, { value, label: name }]
  return (
    <div className={styles.picker}>
      <FieldFrame label="Who">
        {({ control }) => <Select {...control} options={options} value={value} onChange={onChange} searchable={false} />}
      </FieldFrame>
      <UserSearch onFound={onChange} />
    </div>
  )
}

/** Finds a user by id, username or email. */
export function UserSearch({ onFound }: { onFound: (key: string) => void }) {
  const { data: collections = [] } = useQuery(collectionsQuery)
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [isSearching, setSearching] = useState(false)

  async function search(event: FormEvent) {
    event.preventDefault()
    const typed = text.trim()
    if (typed === '') return
    setSearching(true)
    try {
      const accounts = collections.filter(({ type }) => type === 'auth').map(({ id }) => id)
      const key = await findPersonaKey(accounts, typed)
      if (key === undefined) return setError('No user has this id, username or email.')
      setText('')
      onFound(key)
    } catch (failure) {
      if (!isSilent(failure)) setError(messageOf(failure))
    } finally {
      setSearching(false)
    }
  }

  return (
    <form className={styles.search} onSubmit={event => void search(event)}>
      <FieldFrame label="Another user" error={error}>
        {({ control }) => (
          <TextInput
            {...control}
            value={text}
            placeholder="Id, username or email"
            onValueChange={typed => {
              setError('')
              setText(typed)
            }}
          />
        )}
      </FieldFrame>
      <Button type="submit" loading={isSearching}>
        Show
      </Button>
    </form>
  )
}
