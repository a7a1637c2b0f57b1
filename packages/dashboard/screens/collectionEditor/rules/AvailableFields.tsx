import { type Collection, fieldsOf } from '@coffer/schema'
import styles from './AvailableFields.module.css'

interface AvailableFieldsProps {
  collection: Collection
  /** Inserts a name into the last edited rule; undefined while all rules are locked. */
  onChoose: ((name: string) => void) | undefined
}

const ofRequest = ['@request.headers.', '@request.query.', '@request.data.', '@request.auth.']
const example = '@request.auth.id != "" && created > "2022-01-01 00:00:00"'

/** Lists the names that rules can use. A click inserts a name at the caret. */
export function AvailableFields({ collection, onChoose }: AvailableFieldsProps) {
  const names = (list: readonly string[]) => (
    <ul className={styles.names}>
      {list.map(name => (
        <li key={name}>
          <button type="button" className={styles.name} disabled={!onChoose} onClick={() => onChoose?.(name)}>
            {name.endsWith('.') ? `${name}*` : name}
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <section className={styles.help} aria-label="Available fields">
      <p>
        {onChoose ? 'Click a name to insert it into the last edited rule. ' : 'Unlock a rule, then click names to insert them. '}
        <span className={styles.keys}>
          <kbd>Ctrl+Space</kbd> in a rule shows suggestions.
        </span>
      </p>
      <p>Fields of the record:</p>
      {names(fieldsOf(collection).map(({ name }) => name))}
      <p>
        The request, with <b>@request</b>:
      </p>
      {names(ofRequest)}
      <p>
        Other collections, with <b>@collection</b> and their name:
      </p>
      {names(['@collection.'])}
      <p>For example:</p>
      {names([example])}
    </section>
  )
}
