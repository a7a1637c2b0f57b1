import { CodeEditor, FieldFrame } from '@coffer/ui'
import { useMemo } from 'react'
import { sqlLanguage } from '../sqlLanguage.ts'
import type { CollectionForm } from '../useCollectionForm.ts'
import { completeSql } from './completeSql.ts'
import { PreviewSection } from './PreviewSection.tsx'
import { placeOfFault } from './placeOfFault.ts'
import { QueryHelp } from './QueryHelp.tsx'
import styles from './QueryTab.module.css'
import { queryFaults } from './queryFaults.ts'
import { useViewPreview } from './useViewPreview.ts'

/** The query that a view's records come from, and what comes of it. */
export function QueryTab({ form }: { form: CollectionForm }) {
  const { edited, collections, errors, change } = form
  const { query, stored } = edited
  const preview = useViewPreview(stored?.id, query)
  const refusals = useMemo(() => queryFaults(errors, query), [errors, query])
  const faults = refusals.length > 0 ? refusals : preview.faults
  const problems = useMemo(
    () =>
      faults.flatMap(message => {
        const place = placeOfFault(query, message)
        return place ? [{ ...place, message }] : []
      }),
    [faults, query],
  )
  // What the server refused is wrong with the query as it was sent: with each change there is a new one.
  const write = (text: string) => {
    change(last => ({ ...last, query: text }), 'options.query')
    if (refusals.length > 0) change(last => last, 'schema')
  }
  return (
    <div className={styles.tab}>
      <FieldFrame
        label="Select query"
        required={true}
        error={refusals.length > 1 ? `This query has ${refusals.length} errors, listed below.` : refusals[0]}
        help={<QueryHelp />}
      >
        {({ control, labelId }) => (
          <CodeEditor
            {...control}
            aria-labelledby={labelId}
            language={sqlLanguage}
            complete={question => completeSql(question, collections)}
            problems={problems}
            minHeight={150}
            maxHeight={420}
            placeholder="eg. SELECT id, name from posts"
            value={query}
            onValueChange={write}
          />
        )}
      </FieldFrame>
      <PreviewSection {...preview} isBlank={query.trim() === ''} faults={refusals.length === 1 ? [] : faults} />
    </div>
  )
}
