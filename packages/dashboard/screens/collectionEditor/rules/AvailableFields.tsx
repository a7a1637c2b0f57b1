import { type Collection, fieldsOf } from '@coffer/schema'
import styles from './AvailableFields.module.css'

interface AvailableFieldsProps {
  collection: Collection
  /** Writes a name into the rule that was edited last; absent while all rules are locked. */
  onChoose: ((name: string) => void) | undefined
}

const ofRequest = ['@request.headers.', '@request.query.', '@request.data.', '@request.auth.']
const example = '@request.auth.id != "" && created > "2022-01-01 00:00:00"'

/** What rules can name. A press on a name writes it where the caret stood. */
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
        {onChoose
          ? 'A press on a name writes it into the rule that you edited last. '
          : 'Unlock a rule to write these names into it with a press. '}
        <span className={styles.keys}>
          <kbd>Ctrl+Space</kbd> in a rule shows what can be written there.
        </span>
      </p>
      <p>The fields of the record:</p>
      {names(fieldsOf(collection).map(({ name }) => name))}
      <p>
        The request, by <b>@request</b>:
      </p>
      {names(ofRequest)}
      <p>
        Other collections, by <b>@collection</b> and their name:
      </p>
      {names(['@collection.'])}
      <p>For example:</p>
      {names([example])}
    </section>
  )
}
