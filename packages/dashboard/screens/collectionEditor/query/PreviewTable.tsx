import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import { fieldViews } from '@coffer/fields/ui'
import { KeyRound, type LucideIcon } from 'lucide-react'
import type { ViewPreview } from '../../../queries/collections/viewPreview.ts'
import { asText } from './asText.ts'
import styles from './QueryTab.module.css'

interface PreviewTableProps {
  preview: ViewPreview
  /** Whether the query has changed since. */
  isOld: boolean
}

/** Table of a query's fields with their types, and its first records. */
export function PreviewTable({ preview: { schema, dates, items }, isOld }: PreviewTableProps) {
  const DateIcon = fieldViews.date.icon
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll containers must be reachable by keyboard
    <section className={styles.scroll} data-old={isOld ? '' : undefined} aria-label="First records" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <ColumnHead name="id" icon={KeyRound} />
            {schema.map(field => (
              <ColumnHead
                key={field.name}
                name={field.name}
                type={field.type}
                icon={fieldViews[field.type].icon}
                align={alignOf(field)}
              />
            ))}
            {dates.map(date => (
              <ColumnHead key={date} name={date} type="date" icon={DateIcon} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ids of an unsaved query need not be unique
            <tr key={index}>
              <PreviewCell value={item.id} />
              {schema.map(field => (
                <PreviewCell key={field.name} value={item[field.name]} field={field} />
              ))}
              {dates.map(date => (
                <PreviewCell key={date} value={item[date]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const alignOf = (field: Field | undefined) => (field && abilitiesOf(field).comparesAsNumber ? 'right' : undefined)

interface ColumnHeadProps {
  name: string
  type?: string
  icon: LucideIcon
  align?: 'right' | undefined
}

function ColumnHead({ name, type, icon: Icon, align }: ColumnHeadProps) {
  return (
    <th scope="col" data-align={align}>
      <span className={styles.column}>
        <Icon size={14} aria-hidden={true} />
        {name}
        {type && <span className={styles.type}>{type}</span>}
      </span>
    </th>
  )
}

function PreviewCell({ value, field }: { value: unknown; field?: Field }) {
  const text = asText(value)
  return (
    <td data-align={alignOf(field)} data-empty={text === '' ? '' : undefined}>
      {text === '' ? 'N/A' : text}
    </td>
  )
}
