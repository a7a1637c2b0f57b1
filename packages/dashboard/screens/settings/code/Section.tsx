import { Card } from '../frame/Card.tsx'
import listItem from '../frame/listItem.module.css'
import styles from './CodePage.module.css'

interface SectionProps {
  title: string
  /** What is shown without items. */
  none: string
  children: readonly React.ReactNode[]
}

/** A titled list. */
export function Section({ title, none, children }: SectionProps) {
  return (
    <Card>
      <h2 className={styles.title}>{title}</h2>
      {children.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul className={listItem.list} aria-label={title}>
          {children}
        </ul>
      )}
    </Card>
  )
}
