import type { Collection } from '@coffer/schema'
import { phone, Select, TextInput, useMedia } from '@coffer/ui'
import { Search } from 'lucide-react'
import { useState } from 'react'
import styles from './ImagePicker.module.css'

/** Maximum number of collections that need no search input. */
const maxUnsearchedCollections = 5

interface CollectionChoiceProps {
  collections: readonly Collection[]
  chosenId: string
  onChoose: (id: string) => void
}

/** Chooses the collection to pick an image from: a list beside the images, or a select above them on a phone. */
export function CollectionChoice({ collections, chosenId, onChoose }: CollectionChoiceProps) {
  const [search, setSearch] = useState('')
  const isNarrow = useMedia(phone)

  if (isNarrow) {
    return (
      <Select
        className={styles.narrowChoice}
        aria-label="Collection"
        options={collections.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosenId}
        onChange={onChoose}
      />
    )
  }
  const wanted = search.trim().toLowerCase()
  const found = collections.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be narrower than its content
    <div className={styles.sidebar} role="group" aria-label="Collections">
      {collections.length > maxUnsearchedCollections && (
        <TextInput
          type="search"
          icon={Search}
          aria-label="Search collections"
          placeholder="Search collections..."
          value={search}
          onValueChange={setSearch}
        />
      )}
      <ul className={styles.collections}>
        {found.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.collection}
              aria-pressed={id === chosenId}
              title={name}
              onClick={() => onChoose(id)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className={styles.hint} role="status">
          No collections found.
        </p>
      )}
    </div>
  )
}
