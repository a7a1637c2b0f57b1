import { Badge } from '@coffer/ui'
import type { CodeMigration } from '../../../queries/code.ts'
import listItem from '../frame/listItem.module.css'
import styles from './CodePage.module.css'
import { Section } from './Section.tsx'

const folders = { native: 'migrations', script: 'pb_migrations' } as const

/** The files of migrations, the newest first, and whether they are applied. */
export function Migrations({ migrations }: { migrations: readonly CodeMigration[] }) {
  return (
    <Section title="Migrations" none="There are no files of migrations.">
      {migrations.toReversed().map(({ name, kind, isApplied }) => (
        <li key={name} className={listItem.item} aria-label={name}>
          <span className={styles.head}>
            <code className={styles.wrapped}>{`${folders[kind]}/${name}`}</code>
            <Badge tone={isApplied ? 'neutral' : 'warning'}>{isApplied ? 'Applied' : 'Pending'}</Badge>
          </span>
        </li>
      ))}
    </Section>
  )
}
