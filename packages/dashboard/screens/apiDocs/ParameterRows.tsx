import { Badge, TextWithCode } from '@coffer/ui'
import type { Parameter } from './EndpointDocs.ts'
import { FilterHelpButton } from './FilterHelpButton.tsx'
import styles from './ParameterRows.module.css'

interface ParameterRowsProps {
  label: string
  parameters: readonly Parameter[]
}

/** A table of parameters. */
export function ParameterRows({ label, parameters }: ParameterRowsProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead className={styles.head}>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map(({ name, type, isRequired, text, help }) => (
          <tr key={name}>
            <th scope="row" className={styles.name}>
              <code>{name}</code>
              <span className={styles.type}>{type}</span>
              {isRequired && <Badge tone="accent">Required</Badge>}
            </th>
            <td className={styles.text}>
              <TextWithCode text={text} />
              {help === 'filter' && <FilterHelpButton />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
